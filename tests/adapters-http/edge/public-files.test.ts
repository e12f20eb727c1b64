import { once } from 'node:events';
import { mkdir, rm, symlink, truncate, utimes } from 'node:fs/promises';
import { Agent, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { rawCall, rawStatus } from '../call.js';
import { expectRefusal } from '../refusal.js';
import { closeSites, HOST, openSite, type SiteBench } from './site-bench.js';

/** As if the file had been there for a while: one that was written just now has no strong ETag yet. */
async function settle({ root }: SiteBench, ...files: string[]): Promise<void> {
  const before = new Date('2026-01-01T00:00:00Z');
  for (const file of files) await utimes(join(root, file), before, before);
}

describe('the public files of a site', () => {
  afterEach(closeSites);

  it('are sent with their type, to GET and HEAD', async () => {
    const bench = await openSite({
      'public/index.html': '<p>home',
      'public/css/site.css': 'p{}',
      'public/data': 'x',
      'public/empty.txt': '',
    });
    const { get } = bench;
    expect([(await get('/')).text, (await get('/')).headers['content-type']]).to.deep.equal(['<p>home', 'text/html; charset=utf-8']);
    expect((await get('/css/site.css')).headers).to.include({ 'content-type': 'text/css; charset=utf-8', 'content-length': '3' });
    expect((await get('/data')).headers['content-type']).to.equal('application/octet-stream');
    const head = await get('/css/site.css', { method: 'HEAD' });
    expect([head.status, head.text, head.headers['content-length'], head.headers['accept-ranges']]).to.deep.equal([200, '', '3', 'bytes']);
    const empty = await get('/empty.txt');
    expect([empty.status, empty.text, empty.headers['content-length']]).to.deep.equal([200, '', '0']);
    expectRefusal(await get('/css'), 404, 'not_found');
  });

  it('answer 405 to what they do not do, and OPTIONS with what they do', async () => {
    const { get } = await openSite({ 'public/a.txt': 'a' });
    const refused = await get('/a.txt', { method: 'DELETE' });
    expectRefusal(refused, 405, 'method_not_allowed');
    const described = await get('/a.txt', { method: 'OPTIONS' });
    expect([refused.headers.allow, described.headers.allow, described.status]).to.deep.equal([
      'GET, HEAD, OPTIONS',
      'GET, HEAD, OPTIONS',
      204,
    ]);
  });

  it('are not sent again to who has them', async () => {
    const bench = await openSite({ 'public/a.txt': 'one' });
    await settle(bench, 'public/a.txt');
    const { headers } = await bench.get('/a.txt');
    expect(headers).to.include({ 'cache-control': 'public, no-cache', 'last-modified': 'Thu, 01 Jan 2026 00:00:00 GMT' });
    expect(headers.etag).to.match(/^"[\w-]+"$/);
    for (const condition of [{ 'If-None-Match': String(headers.etag) }, { 'If-Modified-Since': String(headers['last-modified']) }]) {
      const again = await bench.get('/a.txt', { headers: condition });
      expect([again.status, again.text, again.headers.etag]).to.deep.equal([304, '', headers.etag]);
    }
    await bench.write({ 'public/a.txt': 'two' });
    await settle(bench, 'public/a.txt');
    const changed = await bench.get('/a.txt', { headers: { 'If-None-Match': String(headers.etag) } });
    expect([changed.status, changed.text]).to.deep.equal([200, 'two']);
  });

  it('that were written just now have a weak ETag, because they could change again unnoticed', async () => {
    const { get } = await openSite({ 'public/a.txt': 'one' });
    expect((await get('/a.txt')).headers.etag).to.match(/^W\/"/);
  });

  for (const [range, status, text, contentRange] of [
    ['bytes=0-3', 206, '0123', 'bytes 0-3/10'],
    ['bytes=4-', 206, '456789', 'bytes 4-9/10'],
    ['bytes=-3', 206, '789', 'bytes 7-9/10'],
    ['bytes=-30', 206, '0123456789', 'bytes 0-9/10'],
    ['bytes=8-30', 206, '89', 'bytes 8-9/10'],
    ['bytes=10-', 416, '', 'bytes */10'],
    ['bytes=-0', 416, '', 'bytes */10'],
    ['bytes=5-4', 200, '0123456789', undefined],
    ['bytes=0-1,4-5', 200, '0123456789', undefined],
    ['bytes=-', 200, '0123456789', undefined],
    ['lines=0-1', 200, '0123456789', undefined],
  ] as const) {
    it(`answer "Range: ${range}" with ${status}`, async () => {
      const { get } = await openSite({ 'public/digits': '0123456789' });
      const answer = await get('/digits', { headers: { Range: range } });
      expect([answer.status, answer.text, answer.headers['content-range']]).to.deep.equal([status, text, contentRange]);
      expect(answer.headers['content-length']).to.equal(String(text.length));
    });
  }

  it('are sent whole when the range is of something that has changed', async () => {
    const bench = await openSite({ 'public/digits': '0123456789' });
    await settle(bench, 'public/digits');
    const etag = String((await bench.get('/digits')).headers.etag);
    const statusWith = async (condition: string) =>
      (await bench.get('/digits', { headers: { Range: 'bytes=0-3', 'If-Range': condition } })).status;
    expect([await statusWith(etag), await statusWith('"other"'), await statusWith(`W/${etag}`)]).to.deep.equal([206, 200, 200]);
  });

  it('are sent compressed where a compressed copy lies beside them', async () => {
    const text = 'word '.repeat(100);
    const { get } = await openSite({
      'public/a.txt': text,
      'public/a.txt.br': brotliCompressSync(text),
      'public/a.txt.gz': gzipSync(text),
      'public/b.txt': 'b',
      'public/c.txt': text,
      'public/c.txt.gz': gzipSync(text),
    });
    const encodingOf = async (path: string, accepted: string) =>
      (await get(path, { headers: { 'Accept-Encoding': accepted } })).headers['content-encoding'];
    expect(await encodingOf('/a.txt', 'br, gzip')).to.equal('br');
    expect(await encodingOf('/a.txt', 'gzip')).to.equal('gzip');
    expect(await encodingOf('/a.txt', 'identity')).to.equal(undefined);
    expect(await encodingOf('/b.txt', 'gzip, br')).to.equal(undefined);
    expect(await encodingOf('/c.txt', 'br, gzip;q=0.5')).to.equal('gzip');
    const compressed = await get('/a.txt', { headers: { 'Accept-Encoding': 'br' } });
    const plain = await get('/a.txt');
    expect(compressed.bytes).to.deep.equal(brotliCompressSync(text));
    expect(compressed.headers).to.include({ vary: 'Accept-Encoding', 'content-type': 'text/plain; charset=utf-8' });
    expect(compressed.headers.etag).not.to.equal(plain.headers.etag);
  });

  it('go before a route of the same address', async () => {
    const { get } = await openSite({ 'public/a': 'file', 'routes/a.ts': "export const GET = () => new Response('route');" });
    expect((await get('/a')).text).to.equal('file');
  });

  it('are neither hidden files nor links, and nothing outside of the folder', async () => {
    const bench = await openSite({
      'public/.env': 'secret',
      'public/.git/config': 'secret',
      'public/a.txt': 'a',
      'secret.txt': 'secret',
      'routes/index.ts': "export const GET = () => new Response('home');",
    });
    const { root, directory, get, origin, purge } = bench;
    await bench.write({ '../secret.txt': 'secret' });
    await symlink(join(directory, 'secret.txt'), join(root, 'public/link.txt'));
    await symlink(directory, join(root, 'public/folder'));
    await mkdir(join(root, 'public/dir'));
    await purge();
    for (const path of ['/.env', '/.git/config', '/link.txt', '/folder/secret.txt', '/dir', '/dir/', '/a.txt/', '/a%2etxt/b']) {
      expectRefusal(await get(path), 404, 'not_found');
    }
    for (const path of [
      '/../secret.txt',
      '/%2e%2e/secret.txt',
      '/..%2fsecret.txt',
      '/..%5csecret.txt',
      '/a.txt%00',
      '/dir/..%2f..%2fsecret.txt',
      '//secret.txt',
      '/..\\secret.txt',
    ]) {
      const answer = await rawCall(origin, `GET ${path} HTTP/1.1\r\nHost: ${HOST}\r\nConnection: close\r\n\r\n`);
      expect(rawStatus(answer), path).to.equal(404);
      expect(answer)
        .not.to.include('secret\n')
        .and.not.match(/\r\n\r\nsecret/);
    }
    expect((await get('/a.txt')).text).to.equal('a');
  });

  it('stay inside when a folder becomes a link after it was listed', async () => {
    const bench = await openSite({ 'public/dir/a.txt': 'inside' });
    expect((await bench.get('/dir/a.txt')).text).to.equal('inside');
    await bench.write({ '../elsewhere/a.txt': 'secret' });
    await rm(join(bench.root, 'public/dir'), { recursive: true });
    await symlink(join(bench.directory, 'elsewhere'), join(bench.root, 'public/dir'));
    expectRefusal(await bench.get('/dir/a.txt'), 404, 'not_found');
  });

  it('that become shorter while they are sent end the connection, so that nothing else is taken for their rest', async () => {
    const bench = await openSite({ 'public/big': Buffer.alloc(32 * 1024 * 1024) });
    const agent = new Agent({ keepAlive: true });
    const asks = request(`${bench.origin}/big`, { agent, headers: { Host: HOST } }).end();
    const [message] = (await once(asks, 'response')) as [IncomingMessage];
    await truncate(join(bench.root, 'public/big'), 100_000);
    message.resume();
    const [error] = (await once(message, 'error')) as [Error];
    expect(error.message).to.equal('aborted');
    agent.destroy();
    // Before an idle connection would be closed anyway.
  }).timeout(4_000);

  it('that went away are 404', async () => {
    const bench = await openSite({ 'public/a.txt': 'a' });
    await bench.get('/');
    await rm(join(bench.root, 'public/a.txt'));
    expectRefusal(await bench.get('/a.txt'), 404, 'not_found');
  });
});
