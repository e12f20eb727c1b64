import { CALLS_MAX } from '@comptoir/adapters-http/rpc/limits.js';
import fc from 'fast-check';
import type { RpcCall } from './reference.js';
import { superjsonWrites, wireValue } from './values.js';

/** One call of a request: a path, and the JSON of its input (absent: none is sent). */
interface SingleCall {
  readonly path: string;
  readonly input?: unknown;
}

const envelope = (value: unknown) => superjsonWrites(value);

const query: fc.Arbitrary<SingleCall> = fc.oneof(
  { weight: 4, arbitrary: wireValue.map((value) => ({ path: 'tests.echo', input: envelope(value) })) },
  {
    weight: 3,
    arbitrary: fc
      .record(
        { id: fc.oneof(fc.string({ maxLength: 7 }), fc.integer()), at: fc.date({ noInvalidDate: true }), copies: fc.integer({ max: 9 }) },
        { requiredKeys: [] },
      )
      .map((value) => ({ path: 'tests.checked', input: envelope(value) })),
  },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom('rich', 'date', 'nothing', 'null', 'set', 'map', 'invalidDate', 'twice')
      .map((name) => ({ path: 'tests.value', input: envelope(name) })),
  },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom('not_found', 'duplicate', 'stale', 'rate_limited', 'closed', 'idempotency_key_reused', 'not_configured')
      .map((code) => ({ path: 'tests.refuse', input: envelope({ code, facts: { nextOpening: null }, retryAfterSecs: 3 }) })),
  },
  fc.constant({ path: 'tests.guarded' }),
  fc.constantFrom(
    { path: 'tests.nothing' },
    { path: 'tests.echo' },
    { path: 'tests.ours' },
    { path: 'tests.limited', input: { json: 1 } },
    { path: 'tests.broken' },
    { path: 'tests.checked' },
    { path: 'tests.unknown', input: { json: 1 } },
    { path: 'nowhere' },
    { path: '' },
    { path: 'tests.toString' },
    { path: 'tests.échos ', input: { json: 1 } },
  ),
);

const mutation: fc.Arbitrary<SingleCall> = fc.oneof(
  { weight: 3, arbitrary: wireValue.map((value) => ({ path: 'tests.write', input: envelope(value) })) },
  fc.constantFrom({ path: 'tests.signIn', input: { json: 'lucie' } }, { path: 'tests.signIn' }, { path: 'tests.unknown' }),
);

const calls = fc.oneof(
  { weight: 5, arbitrary: fc.array(query, { minLength: 1, maxLength: 5 }) },
  { weight: 3, arbitrary: fc.array(mutation, { minLength: 1, maxLength: 4 }) },
  { weight: 1, arbitrary: fc.array(fc.oneof(query, mutation), { minLength: 2, maxLength: 4 }) },
  { weight: 1, arbitrary: fc.array(query, { minLength: 20, maxLength: 22 }) },
);

/** How the input stands in the address: as clients write it, with plus signs for blanks, and with a broken escape. */
const writeInput = fc.oneof(
  { weight: 8, arbitrary: fc.constant(encodeURIComponent) },
  { weight: 2, arbitrary: fc.constant((text: string) => encodeURIComponent(text).replaceAll('%20', '+')) },
  { weight: 1, arbitrary: fc.constant((text: string) => `${encodeURIComponent(text)}%zz`) },
);

/** How the query is put together; the last are none that a client writes. */
const arrange = fc.oneof(
  { weight: 8, arbitrary: fc.constant((batch: string, input: string) => [batch, input]) },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      (batch: string, input: string) => [input, batch],
      (batch: string, input: string) => ['x=1', batch, input, 'y'],
      (batch: string, input: string) => [batch, 'batch=0', ...(input === '' ? [] : [input, 'input=1'])],
      (batch: string, input: string) => [batch === '' ? 'batch=true' : batch, input],
      (batch: string, input: string) => [batch.replace('batch', '%62atch'), input.replace('input', 'inpu%74')],
      (batch: string) => [batch, 'input='],
    ),
  },
);

const writePaths = fc.oneof(
  { weight: 8, arbitrary: fc.constant((paths: readonly string[]) => paths.map(encodeURIComponent).join(',')) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      (paths: readonly string[]) => encodeURIComponent(paths.join(',')),
      (paths: readonly string[]) => `${paths.map(encodeURIComponent).join(',')}/`,
      (paths: readonly string[]) => `${paths.map(encodeURIComponent).join(',')}%zz`,
      (paths: readonly string[]) => `${paths.map(encodeURIComponent).join(',')}%ff`,
    ),
  },
);

const contentType = fc.oneof(
  { weight: 9, arbitrary: fc.constant('application/json') },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'Application/JSON; charset=utf-8',
      'text/plain',
      'application/vnd.till+json',
      'text/json',
      'application/jsonp',
    ),
  },
);

const accept = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Record<string, string>>({}) },
  { weight: 3, arbitrary: fc.constant<Record<string, string>>({ 'trpc-accept': 'application/jsonl' }) },
  {
    weight: 3,
    arbitrary: fc.constantFrom<Record<string, string>>(
      { accept: 'application/jsonl' },
      { accept: 'text/html, application/jsonl ,*/*' },
      { accept: 'application/jsonl;q=1' },
      { accept: 'application/jsonl', 'trpc-accept': 'application/json' },
    ),
  },
);

const spoil = fc.oneof(
  { weight: 12, arbitrary: fc.constant((text: string) => text) },
  fc.constantFrom(
    (text: string) => text.slice(0, -1),
    (text: string) => `${text}}`,
    () => '',
    () => '{"json":',
  ),
);

/** A request that both sides understand alike, sensible or not: none that shows a difference of the page as a whole. */
export const request: fc.Arbitrary<RpcCall> = fc
  .record({
    calls,
    batched: fc.constantFrom(true, true, false),
    method: fc.oneof({ weight: 12, arbitrary: fc.constantFrom('GET', 'POST') }, { weight: 1, arbitrary: fc.constant('HEAD') }),
    leaveOut: fc.nat(30),
    ...{ writeInput, writePaths, arrange, contentType, accept, spoil },
    headers: fc.constantFrom<Record<string, string>>({}, { authorization: 'Bearer x' }),
  })
  .map(
    ({
      calls: all,
      batched,
      method,
      leaveOut,
      writeInput: write,
      writePaths: join,
      arrange: order,
      spoil: bend,
      contentType: type,
      ...rest
    }) => {
      const made = batched ? all : all.slice(0, 1);
      const inputs = made.flatMap(({ input }, index) => (input === undefined || index === leaveOut ? [] : [[index, input] as const]));
      // A batch of broken JSON is refused as a whole, which is a difference of its own.
      const json = batched ? JSON.stringify(Object.fromEntries(inputs)) : bend(JSON.stringify(inputs[0]?.[1] ?? {}));
      const text = inputs.length === 0 && (!batched || leaveOut % 2 === 0) ? '' : json;
      return assemble({
        ...rest,
        // Calls are counted before the content type is looked at, which is another one.
        contentType: made.length > CALLS_MAX ? 'application/json' : type,
        method,
        paths: join(made.map(({ path }) => path)),
        text,
        batched,
        write: batched ? encodeURIComponent : write,
        order,
      });
    },
  );

interface Parts {
  readonly method: string;
  readonly paths: string;
  readonly text: string;
  readonly batched: boolean;
  readonly headers: Record<string, string>;
  readonly accept: Record<string, string>;
  readonly contentType: string;
  write(text: string): string;
  order(batch: string, input: string): string[];
}

function assemble({ method, paths, text, batched, headers, accept: accepts, contentType: type, write, order }: Parts): RpcCall {
  const inAddress = method === 'POST' || text === '' ? '' : `input=${write(text)}`;
  const parameters = order(batched ? 'batch=1' : '', inAddress).filter((parameter) => parameter !== '');
  const target = parameters.length === 0 ? paths : `${paths}?${parameters.join('&')}`;
  const own = method === 'POST' ? { 'content-type': type } : type.startsWith('text') ? { 'content-type': type } : {};
  return { method, target, headers: { ...headers, ...accepts, ...own }, ...(method === 'POST' && { body: text }) };
}
