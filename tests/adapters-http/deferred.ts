export interface Deferred {
  readonly promise: Promise<void>;
  resolve(): void;
}

/** A promise that the test fulfils. */
export function deferred(): Deferred {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((fulfil) => {
    resolve = fulfil;
  });
  return { promise, resolve: () => resolve() };
}
