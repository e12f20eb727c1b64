/**
 * What `@trpc/client` looks at in a router's type, written down structurally: clients need no type of the server, and this package
 * no dependency on tRPC. Held to the official client by `tests/types/app-router.test.ts`. What only a server would use is `never`,
 * which fits whatever a version of tRPC declares for it.
 */

interface Procedure<Type extends 'query' | 'mutation', Input, Output> {
  _def: {
    /** `errorShape` is unknown: every procedure's is that of the router. */
    $types: { input: Input; output: Output; errorShape: unknown };
    procedure: true;
    type: Type;
    meta: unknown;
    experimental_caller: boolean;
    inputs: never[];
  };
  meta: unknown;
  (options: unknown): Promise<Output>;
}

export interface Query<Input, Output> extends Procedure<'query', Input, Output> {}
export interface Mutation<Input, Output> extends Procedure<'mutation', Input, Output> {}

/** The error of a refused call: `error.shape` of a `TRPCClientError`. */
export interface ErrorShape<Code extends string> {
  message: string;
  /** JSON-RPC's number. */
  code: number;
  data: {
    /** tRPC's own name, such as `CONFLICT`. */
    code: string;
    httpStatus: number;
    path?: string;
    /** As in the log of the server. */
    requestId: string;
    /** The precise code, for programs to go by. */
    error: Code;
    /** The faults of the input. */
    details?: { path: string; message: string }[];
    retryAfterSecs?: number;
  };
}

/** A router of these procedures, by router and name, over superjson. */
export interface RouterOf<Procedures, Code extends string> {
  _def: {
    _config: {
      $types: { ctx: object; meta: object; errorShape: ErrorShape<Code>; transformer: true };
      transformer: never;
      errorFormatter: never;
      allowOutsideOfServer: never;
      isServer: never;
      isDev: never;
      pathSeparator: never;
    };
    router: true;
    procedures: Procedures;
    record: Procedures;
    lazy: never;
  };
  createCaller: never;
}
