import type { AnyProcedure, Permission, Router } from './procedure.js';

/** Routers by name, each built when the first of its procedures is asked for. */
export type Routers = Readonly<Record<string, () => Router>>;

/** Every procedure of a platform, found by its path in constant time however many there are. */
export interface Registry {
  /** The procedure at `router.procedure`, or null. */
  find(path: string): AnyProcedure | null;
  /** Every procedure with its path, by name. Builds every router: for documents and tests, not for calls. */
  all(): readonly (readonly [path: string, procedure: AnyProcedure])[];
}

/** A registry of the routers. Building costs one entry per router; contracts are made when they are first needed. */
export function makeRegistry(routers: Routers): Registry {
  const factories = new Map(Object.entries(routers));
  const built = new Map<string, ReadonlyMap<string, AnyProcedure>>();

  function routerNamed(name: string): ReadonlyMap<string, AnyProcedure> | undefined {
    const known = built.get(name);
    if (known !== undefined) return known;
    const factory = factories.get(name);
    if (factory === undefined) return undefined;
    const procedures = new Map(Object.entries(factory()));
    built.set(name, procedures);
    return procedures;
  }

  return {
    find(path) {
      const dot = path.indexOf('.');
      return dot < 0 ? null : (routerNamed(path.slice(0, dot))?.get(path.slice(dot + 1)) ?? null);
    },
    all: () =>
      [...factories.keys()]
        .sort()
        .flatMap((router) => [...(routerNamed(router) ?? [])].map(([name, procedure]) => [`${router}.${name}`, procedure] as const)),
  };
}

/** Every permission that some procedure asks for, by name. Builds every router. */
export function permissionsAskedFor(registry: Registry): readonly Permission[] {
  const asked = registry.all().flatMap(([, { access }]) => (access.kind === 'permission' ? access.permissions : []));
  return [...new Set(asked)].sort();
}
