import { FIRST_GENERATION, type SiteGenerationStore, type SiteGenerationViews } from '@comptoir/core/edge-routes/site-generations.js';
import type { Handle } from '../kit/database-handle.js';

export function makeKyselySiteGenerations(db: Handle): SiteGenerationStore {
  return {
    async advance(host) {
      const row = await db
        .insertInto('site_generations')
        .values({ host, generation: FIRST_GENERATION + 1 })
        .onConflict((conflict) =>
          conflict.column('host').doUpdateSet((before) => ({ generation: before('site_generations.generation', '+', 1) })),
        )
        .returning('generation')
        .executeTakeFirstOrThrow();
      return row.generation;
    },
  };
}

export function makeKyselySiteGenerationViews(db: Handle): SiteGenerationViews {
  return {
    async current(hosts) {
      if (hosts.length === 0) return new Map();
      const rows = await db.selectFrom('site_generations').selectAll().where('host', 'in', hosts).execute();
      const known = new Map(rows.map(({ host, generation }) => [host, generation]));
      return new Map(hosts.map((host) => [host, known.get(host) ?? FIRST_GENERATION]));
    },
  };
}
