/** How each field of an object is made. */
export type Makers<Fields> = { readonly [Key in keyof Fields]: () => Fields[Key] };

/**
 * An object whose fields are made when they are first asked for, and once. For objects of many fields that are made often and asked for few, as the
 * services of a transaction are: making it costs nothing, and it can be spread and listed as any other (which makes what is listed).
 */
export function lazily<Fields extends object>(makers: Makers<Fields>): Fields {
  return lazilyOver(Object.create(null), makers);
}

/** `base` with these fields over its own. Unlike spreading it, this makes nothing of a base that is made lazily itself. */
export function lazilyOver<Base extends object, Fields extends object>(
  base: Base,
  makers: Makers<Fields>,
): Omit<Base, keyof Fields> & Fields {
  const made: Omit<Base, keyof Fields> & Fields = Object.create(null);

  function fieldOf(key: PropertyKey): unknown {
    if (!Object.hasOwn(makers, key)) return Reflect.get(base, key);
    if (!Object.hasOwn(made, key)) Reflect.set(made, key, Reflect.get(makers, key)());
    return Reflect.get(made, key);
  }

  const isField = (key: PropertyKey) => Object.hasOwn(makers, key) || Reflect.has(base, key);

  return new Proxy(made, {
    get: (_made, key) => fieldOf(key),
    has: (_made, key) => isField(key),
    ownKeys: () => [...new Set([...Reflect.ownKeys(base), ...Reflect.ownKeys(makers)])],
    getOwnPropertyDescriptor: (_made, key) =>
      isField(key) ? { value: fieldOf(key), enumerable: true, configurable: true, writable: true } : undefined,
  });
}
