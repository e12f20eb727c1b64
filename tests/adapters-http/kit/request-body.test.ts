import { once } from 'node:events';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { makeHostApp } from '@comptoir/adapters-http/kit/koa-app.js';
import { BODY_MAX_BYTES, readJson } from '@comptoir/adapters-http/kit/read-json.js';
import { expect } from 'chai';
import { type Answer, call, jsonOf, rawCall, rawStatus } from '../call.js';
import type { LogLine } from '../log.js';
import { expectRefusal } from '../refusal.js';
import { closeAll, serve } from '../serve.js';
import { until } from '../until.js';
import { hostOptions } from './host.js';

const JSON_TYPE = { 'Content-Type': 'application/json' };

describe('the body of a request', () => {
  afterEach(closeAll);

  /** A host that answers with what it read. */
  async function echo(log: LogLine[] = [], requestTimeoutMs = 30_000): Promise<string> {
    const app = makeHostApp('echo', hostOptions({ log }));
    app.use(async (ctx) => {
      ctx.body = { read: await readJson(ctx) };
    });
    return serve(app.callback(), { requestTimeout: requestTimeoutMs, headersTimeout: requestTimeoutMs, connectionsCheckingInterval: 50 });
  }

  function send(origin: string, body: string | Buffer, headers: Record<string, string> = JSON_TYPE): Promise<Answer> {
    return call(origin, { method: 'POST', headers, body });
  }

  const loud = (log: readonly LogLine[]) => log.filter(({ level }) => level === 'warn' || level === 'error');

  for (const type of [
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/vnd.till+json',
    'application/json ;a=b',
  ]) {
    it(`is read as "${type}"`, async () => {
      expect(jsonOf(await send(await echo(), '{"a":[1,"é"]}', { 'Content-Type': type }))).to.deep.equal({ read: { a: [1, 'é'] } });
    });
  }

  for (const type of [
    '',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'text/json',
    'application/jsonl',
    'application/json5',
  ]) {
    it(`is 415 unsupported_media_type as "${type}"`, async () => {
      expectRefusal(await send(await echo(), '{}', { 'Content-Type': type }), 415, 'unsupported_media_type');
    });
  }

  it('is 415 unsupported_media_type when it does not say what it is', async () => {
    expectRefusal(await send(await echo(), '{}', {}), 415, 'unsupported_media_type');
  });

  for (const encoding of ['gzip', 'br', 'deflate', 'gzip, identity']) {
    it(`is 415 unsupported_media_type compressed as "${encoding}"`, async () => {
      const body = await send(await echo(), gzipSync('{}'), { ...JSON_TYPE, 'Content-Encoding': encoding });
      expect(expectRefusal(body, 415, 'unsupported_media_type')['message']).to.match(/Content-Encoding/);
    });
  }

  it('may be compressed as "identity", which is not at all', async () => {
    expect((await send(await echo(), '{}', { ...JSON_TYPE, 'Content-Encoding': 'identity' })).status).to.equal(200);
  });

  for (const [title, body] of Object.entries({
    'is empty': '',
    'breaks off': '{"a":',
    'goes on after its end': '{} {}',
    'has a comma too many': '[1,]',
    'is not UTF-8': Buffer.from([0x22, 0xff, 0xfe, 0x22]),
    'breaks off within a character': Buffer.from([0x22, 0xe2, 0x82]),
    'is UTF-16': Buffer.from('{"a":1}', 'utf16le'),
    'has an overlong character': Buffer.from([0x22, 0xc0, 0xaf, 0x22]),
    'is a megabyte of opening brackets': '['.repeat(BODY_MAX_BYTES),
    'is a megabyte of opening objects': '{"a":'.repeat(BODY_MAX_BYTES / 5),
  })) {
    it(`is 400 invalid_json when it ${title}`, async () => {
      expectRefusal(await send(await echo(), body), 400, 'invalid_json');
    });
  }

  it('may have the mark that some editors put before the text', async () => {
    expect(jsonOf(await send(await echo(), '\ufeff{"a":1}'))).to.deep.equal({ read: { a: 1 } });
  });

  it('changes no other object, whatever its fields are called', async () => {
    const answer = await send(await echo(), '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}');
    expect(answer.status).to.equal(200);
    expect(Object.hasOwn(Object.prototype, 'polluted')).to.equal(false);
  });

  it('may be 1 MiB and not one byte more', async () => {
    const origin = await echo();
    const text = (length: number) => `"${'a'.repeat(length - 2)}"`;
    expect((await send(origin, text(BODY_MAX_BYTES))).status).to.equal(200);
    expectRefusal(await send(origin, text(BODY_MAX_BYTES + 1)), 413, 'payload_too_large');
  });

  it('is 413 payload_too_large by its announced length, before any of it comes', async () => {
    const answer = await rawUntilClosed(await echo(), 'Connection: close\r\nContent-Length: 1048577\r\n');
    expect(rawStatus(answer), answer).to.equal(413);
    expect(answer).to.include('"payload_too_large"');
  });

  it('is 413 payload_too_large to clients that send everything before they read, and leaves them the connection', async () => {
    const origin = await echo();
    const bytes = 8 * BODY_MAX_BYTES;
    const large = `${head(`Content-Length: ${bytes}\r\n`)}${'a'.repeat(bytes)}`;
    const small = `${head('Connection: close\r\nContent-Length: 2\r\n')}{}`;
    const answers = await rawCall(origin, large + small);
    expect(answers.match(/HTTP\/1\.1 \d+/g)).to.deep.equal(['HTTP/1.1 413', 'HTTP/1.1 200']);
  });

  it('is 413 payload_too_large in chunks too, which announce no length', async () => {
    const origin = await echo();
    const chunk = `10000\r\n${'a'.repeat(0x10000)}\r\n`;
    expect(
      rawStatus(await rawCall(origin, `${head('Connection: close\r\nTransfer-Encoding: chunked\r\n')}${chunk.repeat(16)}0\r\n\r\n`)),
    ).to.equal(400);
    expect(
      rawStatus(await rawCall(origin, `${head('Connection: close\r\nTransfer-Encoding: chunked\r\n')}${chunk.repeat(17)}0\r\n\r\n`)),
    ).to.equal(413);
    expect((await send(origin, '{}')).status).to.equal(200);
  });

  it('is read in chunks that come one by one', async () => {
    const origin = await echo();
    const { hostname, port } = new URL(origin);
    const socket = connect(Number(port), hostname);
    socket.write(head('Transfer-Encoding: chunked\r\n'));
    for (const byte of '{"a":1}') {
      await new Promise<void>((resolve) => socket.write(`1\r\n${byte}\r\n`, () => resolve()));
    }
    socket.write('0\r\n\r\n');
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(rawStatus(answer.toString())).to.equal(200);
    socket.destroy();
  });

  for (const [title, headers, body] of [
    ['that is shorter than announced', 'Content-Length: 100\r\n', '{}'],
    ['that breaks off within a chunk', 'Transfer-Encoding: chunked\r\n', '5\r\n{}'],
    ['that has no last chunk', 'Transfer-Encoding: chunked\r\n', '2\r\n{}\r\n'],
    ['with a chunk of no length', 'Transfer-Encoding: chunked\r\n', 'zz\r\n{}\r\n'],
    ['with two lengths', 'Content-Length: 2\r\nContent-Length: 3\r\n', '{}'],
    ['with a length and chunks', 'Content-Length: 2\r\nTransfer-Encoding: chunked\r\n', '2\r\n{}\r\n0\r\n\r\n'],
    ['with a negative length', 'Content-Length: -1\r\n', '{}'],
    ['with a length beyond all numbers', `Content-Length: ${'9'.repeat(30)}\r\n`, '{}'],
  ] as const) {
    it(`${title} is 400, and no fault of ours`, async () => {
      const log: LogLine[] = [];
      const origin = await echo(log);
      const answer = await rawCall(origin, `${head(headers)}${body}`, { thenEnd: true });
      expect(rawStatus(answer), answer).to.equal(400);
      expect((await send(origin, '{}')).status).to.equal(200);
      expect(loud(log)).to.deep.equal([]);
    });
  }

  it('that never comes is 408 when its time is over, and no fault of ours', async () => {
    const log: LogLine[] = [];
    const answer = await rawUntilClosed(await echo(log, 200), 'Content-Length: 100\r\n', '{');
    expect(rawStatus(answer), answer).to.equal(408);
    await until(() => log.some(({ message }) => message === 'request'));
    expect(loud(log)).to.deep.equal([]);
  });

  it('whose sender hangs up is no fault of ours', async () => {
    const log: LogLine[] = [];
    const origin = await echo(log);
    const { hostname, port } = new URL(origin);
    const socket = connect(Number(port), hostname);
    socket.write(`${head('Content-Length: 100\r\nExpect: 100-continue\r\n')}{`);
    // "Continue": the host has begun to read.
    await once(socket, 'data');
    socket.destroy();
    await until(() => log.some(({ message }) => message === 'request'));
    expect(loud(log)).to.deep.equal([]);
  });

  it('that is refused leaves the connection to the next request', async () => {
    const origin = await echo();
    const refused = 'POST / HTTP/1.1\r\nHost: till\r\nContent-Type: text/plain\r\nContent-Length: 10\r\n\r\n0123456789';
    const answer = await rawCall(origin, `${refused}${head('Content-Length: 2\r\nConnection: close\r\n')}{}`);
    expect(answer.match(/HTTP\/1\.1 \d+/g)).to.deep.equal(['HTTP/1.1 415', 'HTTP/1.1 200']);
  });

  function head(headers: string): string {
    return `POST / HTTP/1.1\r\nHost: till\r\nContent-Type: application/json\r\n${headers}\r\n`;
  }

  /** Sends and keeps its side open, as one who has more to say does. */
  async function rawUntilClosed(origin: string, headers: string, body = ''): Promise<string> {
    const { hostname, port } = new URL(origin);
    const socket = connect(Number(port), hostname);
    socket.write(`${head(headers)}${body}`);
    let text = '';
    for await (const chunk of socket) text += String(chunk);
    return text;
  }
});
