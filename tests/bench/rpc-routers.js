/** Routers of the size of a whole back office: generated ones beside the real ones, each with contracts of its own. */
import { defineProcedure } from '@comptoir/core/kit/procedure.js';
import { ROUTERS } from '@comptoir/core/procedures.js';
import { z } from 'zod';

/** As many as the specification counts (interfaces, "What the service does"). */
export const PROCEDURES = 6567;
const PER_ROUTER = 19;
const REAL = Object.values(ROUTERS).reduce((sum, router) => sum + Object.keys(router()).length, 0);
/** One that the owner of the demonstration holds. */
const PERMISSION = 'orders:read';

/** The real routers where there is room for them, and generated ones up to `count` procedures; a router is built when it is first asked for. */
export function routersOf(count) {
  const hasRoom = count > REAL + PER_ROUTER;
  const missing = hasRoom ? count - REAL : count;
  const generated = Array.from({ length: Math.ceil(missing / PER_ROUTER) }, (_, index) => [
    `records${index}`,
    () => recordsRouter(Math.min(PER_ROUTER, missing - index * PER_ROUTER)),
  ]);
  return { ...(hasRoom && ROUTERS), ...Object.fromEntries(generated) };
}

/** Half queries, half mutations. The first is what is measured: it answers one record for an id. */
function recordsRouter(count) {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`call${index}`, recordProcedure(index)]));
}

function recordProcedure(index) {
  return defineProcedure({
    type: index % 2 === 0 ? 'query' : 'mutation',
    access: { kind: 'permission', permissions: [PERMISSION] },
    summary: 'One record.',
    input: z.object({ id: z.string().min(1).max(64), withNote: z.boolean().default(true) }),
    output: z.object({
      id: z.string(),
      name: z.string(),
      priceCents: z.number().int(),
      note: z.string().nullable(),
      createdAt: z.date(),
    }),
    run: async (_context, { id, withNote }) => ({ ...RECORD, id, note: withNote ? RECORD.note : null }),
  });
}

const RECORD = { name: 'Formule du midi', priceCents: 1450, note: 'En semaine', createdAt: new Date('2026-01-05T11:30:00Z') };
