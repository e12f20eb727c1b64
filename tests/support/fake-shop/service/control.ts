import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import * as z from 'zod';
import type { FaultRule } from '../faults/fault.js';
import type { Spoiled } from '../faults/poison.js';

/** What other processes may do to the shop, under `/__fake/`: the same as tests of this one. */
export interface ShopControls {
  readonly edits: Readonly<Record<string, unknown>>;
  readonly clock: { set(at: Date | null): void; advance(ms: number): void; now(): Date };
  readonly faults: { add(rule: FaultRule): void; clear(): void };
  readonly poison: { put(resource: string, id: number, spoiled: Spoiled): void; clear(): void };
  readonly requests: unknown[];
  readonly permit: (resources: readonly string[] | null) => void;
  readonly switchOff: (off: boolean) => void;
}

const seconds = z.number().min(0);
const fault = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('status'),
    status: z.int(),
    retryAfter: z.string().exactOptional(),
    body: z.enum(['empty', 'html', 'json']).exactOptional(),
  }),
  z.strictObject({ kind: z.literal('page'), status: z.int() }),
  z.strictObject({ kind: z.literal('php-warning'), code: z.int() }),
  z.strictObject({ kind: z.literal('silence') }),
  z.strictObject({ kind: z.literal('reset') }),
  z.strictObject({ kind: z.literal('truncated'), bytes: z.int() }),
  z.strictObject({ kind: z.literal('cut-json'), bytes: z.int() }),
  z.strictObject({ kind: z.literal('slow'), bytesPerSecond: z.int().min(1) }),
  z.strictObject({ kind: z.literal('late'), delayMs: z.int() }),
  z.strictObject({ kind: z.literal('noise'), text: z.string() }),
]);
const faultRule = z.strictObject({
  fault,
  resource: z.string().exactOptional(),
  containing: z.string().exactOptional(),
  after: z.int().exactOptional(),
  times: z.int().exactOptional(),
});
const spoiled = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('crash') }),
  z.strictObject({ kind: z.literal('set'), fields: z.record(z.string(), z.unknown()) }),
  z.strictObject({ kind: z.literal('drop'), fields: z.array(z.string()) }),
]);
const poisoned = z.strictObject({ resource: z.string(), id: z.int(), spoiled });
const time = z.union([z.strictObject({ at: z.iso.datetime().nullable() }), z.strictObject({ advanceSecs: seconds })]);
const access = z.strictObject({ readable: z.array(z.string()).nullable().exactOptional(), off: z.boolean().exactOptional() });

/** `POST /__fake/edits/placeOrder` and the like; 400 says why something was not done. */
export async function control(controls: ShopControls, path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const body: unknown = JSON.parse((await text(request)) || 'null');
    const result = act(controls, `${request.method} ${path}`, body);
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(result ?? null));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    response.writeHead(400, { 'Content-Type': 'application/json' }).end(JSON.stringify({ message }));
  }
}

function act(controls: ShopControls, asked: string, body: unknown): unknown {
  switch (asked) {
    case 'GET requests':
      return controls.requests;
    case 'DELETE requests':
      return void controls.requests.splice(0);
    case 'POST faults':
      return controls.faults.add(faultRule.parse(body));
    case 'DELETE faults':
      return controls.faults.clear();
    case 'POST poison':
      return poison(controls, poisoned.parse(body));
    case 'DELETE poison':
      return controls.poison.clear();
    case 'POST clock':
      return setClock(controls, time.parse(body));
    case 'POST access':
      return setAccess(controls, access.parse(body));
    default:
      return edit(controls, asked, body);
  }
}

function poison({ poison: poisonous }: ShopControls, { resource, id, spoiled: how }: z.output<typeof poisoned>): void {
  poisonous.put(resource, id, how);
}

function setClock({ clock }: ShopControls, wanted: z.output<typeof time>): { now: Date } {
  if ('advanceSecs' in wanted) clock.advance(wanted.advanceSecs * 1_000);
  else clock.set(wanted.at === null ? null : new Date(wanted.at));
  return { now: clock.now() };
}

function setAccess({ permit, switchOff }: ShopControls, { readable, off }: z.output<typeof access>): void {
  if (readable !== undefined) permit(readable);
  if (off !== undefined) switchOff(off);
}

/** The body is the list of its arguments. */
function edit({ edits }: ShopControls, asked: string, body: unknown): unknown {
  const name = /^POST edits\/(\w+)$/.exec(asked)?.[1] ?? '';
  const known = Object.hasOwn(edits, name) ? edits[name] : undefined;
  if (typeof known !== 'function') throw new Error(`There is nothing to do as ${asked}.`);
  return known(...z.array(z.unknown()).parse(body));
}
