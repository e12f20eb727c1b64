import type { Registry } from '@comptoir/core/kit/registry.js';
import type { Dice } from './dice.js';
import { longInput, shortInput } from './fuzz-inputs.js';

/** A request as bytes, and what is known of it. */
export interface FuzzRequest {
  readonly bytes: Buffer;
  /** False when the server will wait for more. */
  readonly whole: boolean;
}

/** Between the lines of the request; the whole of it is decided by one throw of the dice after the other. */
interface Parts {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly string[];
  readonly body: string | Buffer;
  /** Said to follow, if not the length of the body. */
  readonly length?: string | undefined;
}

const JSON_TYPE = 'Content-Type: application/json';
const PREFIX = '/api/rpc/';

/** Requests to the procedures of the registry and to others, one after the other; half of them with the header that says who calls. */
export function makeFuzz(dice: Dice, registry: Registry): (credentials: string) => FuzzRequest {
  const known = registry.all().map(([path]) => path);
  return (credentials) => {
    const parts = dice.one(KINDS)(dice, { registry, known });
    const identity = dice.chance(0.5) ? [credentials] : [];
    return written(dice, { ...parts, headers: [...parts.headers, ...identity, ...noise(dice)] });
  };
}

interface Platform {
  readonly registry: Registry;
  readonly known: readonly string[];
}

type Kind = (dice: Dice, platform: Platform) => Parts;

const UNKNOWN = [
  '',
  'nowhere',
  'orders',
  'orders.',
  '.get',
  'orders.get.x',
  '__proto__.toString',
  'constructor.name',
  'orders.toString',
  '..',
  'é.é',
];

function somePath(dice: Dice, { known }: Platform): string {
  return dice.chance(0.85) ? dice.one(known) : dice.one(UNKNOWN);
}

const escaped = (dice: Dice, text: string) =>
  dice.chance(0.95) ? encodeURIComponent(text.replace(/[\ud800-\udfff]/g, '')) : text.replace(/[^!-~]/g, '%');

const single: Kind = (dice, platform) => {
  const path = somePath(dice, platform);
  const procedure = platform.registry.find(path);
  const input = shortInput(dice, procedure);
  if (procedure?.type === 'mutation' || dice.chance(0.3)) return post(path, input);
  return { method: 'GET', target: `${path}?input=${escaped(dice, input)}`, headers: [], body: '' };
};

const long: Kind = (dice, platform) => {
  const path = somePath(dice, platform);
  return post(path, longInput(dice, platform.registry.find(path)));
};

function post(target: string, body: string | Buffer, type = JSON_TYPE): Parts {
  return { method: 'POST', target, headers: [type], body };
}

/** Queries and mutations as they come, so that most batches are mixed or of unknown ones; also beyond the limit. */
const batch: Kind = (dice, platform) => {
  const sort = dice.one(['query', 'mutation', null]);
  const fitting = platform.known.filter((path) => sort === null || platform.registry.find(path)?.type === sort);
  const paths = [dice.one(fitting), ...dice.upTo(dice.one([3, 19, 24]), () => (dice.chance(0.9) ? dice.one(fitting) : dice.one(UNKNOWN)))];
  const inputs = paths.flatMap((path, index) => {
    if (dice.chance(0.3)) return [];
    const text = shortInput(dice, platform.registry.find(path));
    return [`"${dice.chance(0.95) ? index : dice.one(['__proto__', '-1', '999', '00', 'length'])}":${text === '' ? 'null' : text}`];
  });
  const text = `{${inputs.join(',')}}`;
  const address = `${paths.join(',')}?batch=1`;
  if (sort !== 'query' || dice.chance(0.3)) return post(address, text);
  return { method: 'GET', target: `${address}&input=${escaped(dice, text)}`, headers: [], body: '' };
};

const commaFlood: Kind = (dice, platform) => {
  const comma = dice.one([',', '%2c', '%2C', ',%2c', 'a,']);
  const flood = comma.repeat(dice.one([1, 19, 20, 21, 500, 6000]));
  const target = `${dice.one([somePath(dice, platform), ''])}${flood}?batch=${dice.one(['1', '1', '1', 'true', ''])}`;
  return dice.chance(0.5) ? { method: 'GET', target, headers: [], body: '' } : post(target, '{}');
};

const oversizedAddress: Kind = (dice, platform) => {
  const fill = dice.one(['a', '%41', '%', ',', '[', '%22', '&input=', '/']);
  const target = `${somePath(dice, platform)}?input=${fill.repeat(Math.ceil(dice.one([12_200, 12_288, 13_000, 16_500, 40_000]) / fill.length))}`;
  return { method: 'GET', target, headers: [], body: '' };
};

const otherBodies: Kind = (dice, platform) => {
  const path = somePath(dice, platform);
  return dice.one<() => Parts>([
    () =>
      post(
        path,
        '--b\r\nContent-Disposition: form-data; name="json"\r\n\r\n1\r\n--b--\r\n',
        'Content-Type: multipart/form-data; boundary=b',
      ),
    () => post(path, 'json=1', 'Content-Type: application/x-www-form-urlencoded'),
    () => post(path, '{"json":1}', 'Content-Type: text/plain'),
    () => post(path, '{"json":1}', 'Content-Type: application/octet-stream'),
    () =>
      post(path, '{"json":1}', `Content-Type: ${dice.one(['', ';', 'application/json, text/plain', '*/*', 'APPLICATION/JSON;charset=x'])}`),
    () => ({ ...post(path, '{"json":1}'), headers: [JSON_TYPE, `Content-Encoding: ${dice.one(['gzip', 'br', 'identity', 'x, y'])}`] }),
    () => post(path, randomBytes(dice, 400)),
    () => post(path, `{"json":"${'a'.repeat(dice.one([1_048_000, 1_048_576, 1_200_000]))}"}`),
  ])();
};

const METHODS = ['HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'get', 'X'];

const wrongMethod: Kind = (dice, platform) => {
  const parts = dice.one([single, batch])(dice, platform);
  if (dice.chance(0.3)) return { ...parts, method: parts.method === 'GET' ? 'POST' : 'GET' };
  return { ...parts, method: dice.one(METHODS) };
};

const brokenFrame: Kind = (dice, platform) => ({
  ...single(dice, platform),
  length: dice.one(['0', '1', '5', '-1', 'x', '99999999', '1e3', '4, 4']),
});

const randomTarget: Kind = (dice, platform) => ({
  method: dice.one(['GET', 'POST']),
  target: dice.one([
    randomBytes(dice, 40).toString('latin1'),
    `${somePath(dice, platform)}?${dice.one(['batch', 'batch=1&batch=1', 'input', 'input=%7B%7D&input=1', '&&&', '?', '#', 'constructor=1', '%', 'input=%ff'])}`,
    `${somePath(dice, platform)}${dice.one(['/', '//', '/..', '%2e%2e', '%00', '%', '\\', ';x', '%ff', '+', '*'])}`,
  ]),
  headers: [JSON_TYPE],
  body: '',
});

const KINDS: readonly Kind[] = [
  ...[single, single, single, single, single, single, single, single],
  ...[batch, batch, batch, batch, batch],
  ...[long, commaFlood, commaFlood, oversizedAddress, otherBodies, otherBodies, wrongMethod, wrongMethod, brokenFrame, randomTarget],
];

function randomBytes(dice: Dice, most: number): Buffer {
  return Buffer.from(dice.upTo(most, () => dice.below(256)));
}

const NAMES = [
  ...['Accept', 'trpc-accept', 'Accept-Encoding', 'Cookie', 'Authorization', 'Idempotency-Key', 'Origin', 'Sec-Fetch-Site', 'Host'],
  ...['X-Request-Id', 'X-Forwarded-For', 'X-Forwarded-Host', 'X-HTTP-Method-Override', 'X-Tenant-Id', 'X-Site-Id', 'X-Auth-Bypass'],
  ...['Content-Type', 'Content-Encoding', 'Range', 'If-None-Match', 'Upgrade', 'trpc-batch-mode', 'constructor', '__proto__'],
];
const VALUES = [
  '',
  '*',
  '*/*',
  'application/jsonl',
  'null',
  'true',
  'gzip',
  '"',
  ',',
  'k1',
  'Bearer x',
  'a=b; c',
  'https://evil.example',
  'same-origin',
];

/** Most requests have little, some a lot. */
function noise(dice: Dice): string[] {
  if (dice.chance(0.15)) return [`${dice.one(['Accept', 'trpc-accept'])}: application/jsonl`];
  if (dice.chance(0.6)) return [];
  const value = () => (dice.chance(0.9) ? dice.one(VALUES) : dice.one(['x', 'é', '9', '\t']).repeat(dice.one([1, 200, 5000])));
  return dice.upTo(dice.one([2, 4, 60]), () => `${dice.one(NAMES)}: ${value()}`);
}

function written(dice: Dice, { method, target, headers, body, length }: Parts): FuzzRequest {
  const content = Buffer.from(body);
  const framed = content.length > 0 || length !== undefined ? [`Content-Length: ${length ?? content.length}`] : [];
  const lines = [`${method} ${PREFIX}${target} HTTP/1.1`, 'Host: 127.0.0.1', 'Connection: close', ...framed, ...headers, '', ''];
  const bytes = Buffer.concat([Buffer.from(lines.join('\r\n'), 'latin1'), content]);
  if (!dice.chance(0.03)) return { bytes, whole: length === undefined && !/[\r\n]/.test(target) };
  return { bytes: flipped(dice, bytes), whole: false };
}

/** With some bytes of its beginning changed. */
function flipped(dice: Dice, bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  for (let count = 0; count <= dice.below(8); count += 1) copy[dice.below(Math.min(copy.length, 600))] = dice.below(256);
  return copy;
}
