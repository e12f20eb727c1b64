import type { AnyProcedure } from '@comptoir/core/kit/procedure.js';
import type { Registry } from '@comptoir/core/kit/registry.js';
import { type JsonSchema, schemaOf } from './json-schema.js';
import { type NamedSchema, pascal, type SharedSchemas, shareSchemas, singular } from './shared-schemas.js';

/** A procedure that outsiders may call, and what travels. */
export interface Contract {
  /** `orders.list`. */
  readonly path: string;
  readonly router: string;
  readonly name: string;
  readonly procedure: AnyProcedure;
  /** Null: it takes none. */
  readonly input: JsonSchema | null;
  /** A call may leave the input out. */
  readonly inputOptional: boolean;
  readonly output: JsonSchema;
}

/** Every procedure outsiders may call, by path. */
export function contractsOf(registry: Registry): readonly Contract[] {
  return registry
    .all()
    .filter(([, { access }]) => access.kind !== 'internal')
    .map(([path, procedure]) => contractOf(path, procedure));
}

function contractOf(path: string, procedure: AnyProcedure): Contract {
  const [router = '', name = ''] = path.split('.', 2);
  const input = schemaOf(procedure.input, 'input');
  return {
    path,
    router,
    name,
    procedure,
    input: input['x-superjson'] === 'undefined' ? null : input,
    inputOptional: procedure.input.safeParse(undefined).success,
    output: schemaOf(procedure.output, 'output'),
  };
}

/** What the contracts have in common. A record is named after its router: what `orders.get` answers is an `Order`. */
export function shareContracts(contracts: readonly Contract[]): SharedSchemas {
  const records = contracts
    .filter(({ name }) => name === 'get')
    .map(({ router, output }): NamedSchema => ({ name: pascal(singular(router)), schema: output }));
  const others = contracts.flatMap(({ router, name, input, output }): NamedSchema[] => {
    const own = `${pascal(router)}${pascal(name)}`;
    return [{ name: own, schema: output }, ...(input === null ? [] : [{ name: `${own}Input`, schema: input }])];
  });
  return shareSchemas([...records, ...others]);
}

/** What the router is about: `order` for `orders.list`. */
export function subjectOf({ router }: Contract): string {
  return singular(router);
}
