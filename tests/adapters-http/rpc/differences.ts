import { gzipSync } from 'node:zlib';
import superjson, { SuperJSON } from 'superjson';
import type { RpcAnswer, RpcCall } from './reference.js';

/** A way in which the wire differs on purpose (docs/rpc-wire.md): requests that show it, and what the two answers must be then. */
export interface Difference {
  readonly sent: readonly RpcCall[];
  holds(ours: RpcAnswer, theirs: RpcAnswer): boolean;
}

const JSON_TYPE = { 'content-type': 'application/json' };

const get = (path: string, input?: unknown, query = ''): RpcCall => ({
  method: 'GET',
  target: `${path}?${query}${input === undefined ? '' : `input=${encodeURIComponent(JSON.stringify(input))}`}`,
  headers: {},
});
const post = (path: string, body: string | Buffer, headers: Readonly<Record<string, string>> = JSON_TYPE): RpcCall => ({
  method: 'POST',
  target: path,
  headers,
  body,
});
const batchOf = (path: string, inputs: object, query = '') => get(path, inputs, `batch=1&${query}`);

interface WireError {
  readonly error: { readonly json: { readonly message: string; readonly data: { readonly error: string; readonly path?: string } } };
}

const parsed = ({ text }: RpcAnswer): unknown => JSON.parse(text);
/** Refused as a whole: one error that names no procedure. */
const refusedWhole = (answer: RpcAnswer, status: number, code: string) => {
  const body = parsed(answer) as Partial<WireError>;
  return answer.status === status && body.error?.json.data.error === code && body.error.json.data.path === undefined;
};
const refusedCall = (answer: RpcAnswer, status: number, code: string) => {
  const body = parsed(answer) as Partial<WireError>;
  return answer.status === status && body.error?.json.data.error === code && body.error.json.data.path !== undefined;
};
const inputRefused = (ours: RpcAnswer) => refusedCall(ours, 400, 'invalid_request');
const ok = ({ status }: RpcAnswer) => status === 200;

const noted = (json: unknown, ...values: readonly unknown[]) => ({ json, meta: { values, v: 1 } });
/** An input that only one side takes. */
const inputs = (...envelopes: readonly unknown[]) =>
  envelopes.flatMap((input) => [get('tests.echo', input), post('tests.echo', JSON.stringify(input))]);

const nested = (levels: number) => `{"json":${'['.repeat(levels)}${']'.repeat(levels)}}`;
const shared = { at: new Date(0) };
const manyCalls = Array.from({ length: 21 }, () => 'tests.echo').join(',');

export const DIFFERENCES: Readonly<Record<string, Difference>> = {
  'json-only': {
    sent: [
      post('tests.signIn', 'a=1', { 'content-type': 'application/octet-stream' }),
      post('tests.write', '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n--b--', {
        'content-type': 'multipart/form-data; boundary=b',
      }),
      { ...get('tests.echo'), headers: { 'content-type': 'multipart/form-data; boundary=b' } },
      { ...get('tests.echo'), headers: { 'content-type': 'application/octet-stream' } },
    ],
    holds: (ours, theirs) => (theirs.status === 405 ? ok(ours) : refusedWhole(ours, 415, 'unsupported_media_type')),
  },
  methods: {
    sent: ['PUT', 'DELETE', 'OPTIONS', 'PATCH'].flatMap((method) =>
      ['tests.echo', 'tests.write', 'nowhere'].flatMap((target) => [{}, JSON_TYPE].map((headers) => ({ method, target, headers }))),
    ),
    holds: (ours) => refusedWhole(ours, 405, 'method_not_allowed') && ours.allow === 'GET, HEAD, POST',
  },
  'counted-first': {
    sent: [post(`${manyCalls}?batch=1`, '{}', { 'content-type': 'text/plain' })],
    holds: (ours, theirs) => refusedWhole(ours, 400, 'too_many_calls') && theirs.status === 415,
  },
  'address-length': {
    sent: [get('tests.echo', { json: 'a'.repeat(12_500) }), get('a'.repeat(12_500))],
    holds: (ours) => refusedWhole(ours, 413, 'payload_too_large'),
  },
  'body-size': {
    sent: [post('tests.echo', JSON.stringify({ json: 'a'.repeat(1_100_000) }))],
    holds: (ours, theirs) => refusedWhole(ours, 413, 'payload_too_large') && ok(theirs),
  },
  'body-encoding': {
    sent: [
      post('tests.echo', gzipSync('{"json":1}'), { ...JSON_TYPE, 'content-encoding': 'gzip' }),
      post('tests.echo', Buffer.from('{"json":"\xff"}', 'latin1')),
    ],
    holds: (ours) => refusedWhole(ours, 415, 'unsupported_media_type') || refusedWhole(ours, 400, 'invalid_json'),
  },
  'batch-as-one': {
    sent: [
      ...['{', '[]', '5', 'null', '"a"'].flatMap((text) => [
        post('tests.echo,tests.echo?batch=1', text),
        post('nowhere,nowhere?batch=1', text),
        { ...get('tests.echo'), target: `tests.echo?batch=1&input=${encodeURIComponent(text)}` },
      ]),
    ],
    holds: (ours, theirs) =>
      (refusedWhole(ours, 400, 'invalid_json') || refusedWhole(ours, 400, 'invalid_request')) && Array.isArray(parsed(theirs)),
  },
  'own-faults': {
    sent: [
      batchOf('tests.echo,tests.echo', { 0: { json: 1 }, 1: noted('x', 'nothing') }),
      batchOf('tests.echo,tests.echo', { 0: { json: 1 }, 1: noted({}, ['class', 'User']) }),
    ],
    holds: (ours, theirs) => ours.status === 207 && theirs.status === 400,
  },
  envelope: {
    sent: inputs({ n: 1 }, {}, [], 5, 'json', true, { meta: {} }),
    holds: (ours, theirs) => inputRefused(ours) && ok(theirs),
  },
  types: {
    sent: inputs(
      superjson.serialize(/(a+)+$/),
      superjson.serialize({ error: new Error('x') }),
      superjson.serialize([new Uint8Array(3)]),
      superjson.serialize(new Set([/a/g])),
    ),
    holds: (ours, theirs) => inputRefused(ours) && theirs.status !== 400,
  },
  strictness: {
    sent: inputs(
      noted('5 Jan 2026', 'Date'),
      noted(5, 'Date'),
      noted('never', 'Date'),
      noted('0x10', 'bigint'),
      noted(10, 'bigint'),
      noted(5, 'undefined'),
      noted('12', 'number'),
      { json: { a: 1 }, meta: { values: { b: ['undefined'] }, v: 1 } },
      { json: { a: [['k', '1']] }, meta: { values: { b: { a: ['map'] } }, v: 1 } },
    ),
    holds: (ours) => inputRefused(ours),
  },
  lengths: {
    sent: inputs(noted('9'.repeat(1025), 'bigint'), noted(`https://till.example/${'a'.repeat(2048)}`, 'URL')),
    holds: (ours, theirs) => inputRefused(ours) && ok(theirs),
  },
  depth: {
    sent: [post('tests.echo', nested(64)), post('tests.echo', nested(500))],
    holds: (ours, theirs) => inputRefused(ours) && ok(theirs),
  },
  'prototype-keys': {
    sent: [
      post('tests.echo', '{"json":{"a":{"__proto__":{"admin":true}}}}'),
      post('tests.echo', '{"json":{"constructor":1}}'),
      post('tests.echo', '{"json":[{"prototype":1}]}'),
    ],
    holds: (ours) => inputRefused(ours),
  },
  'identity-in': {
    sent: inputs(new SuperJSON({ dedupe: true }).serialize({ one: shared, two: shared })),
    holds: (ours, theirs) => inputRefused(ours) && ok(theirs),
  },
  'identity-out': {
    sent: [get('tests.value', { json: 'twice' }), post('tests.echo', superjson.stringify([shared, shared]))],
    holds: (ours, theirs) => ok(ours) && !ours.text.includes('referentialEqualities') && theirs.text.includes('referentialEqualities'),
  },
  context: {
    sent: [
      { ...get('tests.echo'), headers: { origin: 'https://evil.example' } },
      { ...batchOf('tests.echo,nowhere', {}), headers: { origin: 'https://evil.example' } },
    ],
    holds: (ours, theirs) => refusedWhole(ours, 403, 'cross_origin') && theirs.text.includes('"path"'),
  },
  'connection-params': {
    sent: [get('tests.echo', { json: 1 }, 'connectionParams=5&'), get('tests.echo', undefined, 'connectionParams={&')],
    holds: (ours, theirs) => ok(ours) && theirs.status === 400,
  },
  masked: {
    sent: [get('tests.broken'), batchOf('tests.broken', {})],
    holds: (ours, theirs) => ours.status === 500 && !ours.text.includes('hunter2') && theirs.text.includes('hunter2'),
  },
  'answer-types': {
    sent: [get('tests.value', { json: 'regexp' }), get('tests.value', { json: 'custom' })],
    holds: (ours, theirs) => refusedCall(ours, 500, 'internal') && ok(theirs),
  },
  'answer-keys': {
    sent: [get('tests.value', { json: 'prototypeKey' })],
    holds: (ours, theirs) => ok(ours) && theirs.status === 500,
  },
};
