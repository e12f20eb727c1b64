import { expect } from 'chai';
import { jsonOf } from '../call.js';
import { expectRefusal } from '../refusal.js';
import { closeSites, errorsIn, openSite, writeFiles } from './site-bench.js';

const says = (method: string, text: string) => `export const ${method} = () => new Response(${JSON.stringify(text)});\n`;

describe('the routes of a site', () => {
  afterEach(closeSites);

  it('are its files, with what stood in the place of brackets', async () => {
    const { get } = await openSite({
      'routes/index.ts': says('GET', 'home'),
      'routes/blog/[slug].ts':
        'export function GET(request: Request, { params }: { params: { slug: string } }) { return Response.json({ slug: params.slug, url: request.url }); }',
      'routes/files/[...path].js': 'export const GET = async (request, { params }) => Response.json(params);',
    });
    expect((await get('/')).text).to.equal('home');
    expect(jsonOf(await get('/blog/a%20b/?page=2'))).to.deep.equal({ slug: 'a b', url: 'http://lucie.example/blog/a%20b/?page=2' });
    expect(jsonOf(await get('/files/a/b/c'))).to.deep.equal({ path: 'a/b/c' });
  });

  it('answer what they export, 405 with `Allow` for the rest, and 404 where no file is', async () => {
    const { get } = await openSite({ 'routes/a.ts': `${says('GET', 'got')}${says('POST', 'posted')}export const helper = 1;` });
    expect((await get('/a', { method: 'POST', body: 'x' })).text).to.equal('posted');
    const refused = await get('/a', { method: 'PUT' });
    expectRefusal(refused, 405, 'method_not_allowed');
    expect(refused.headers.allow).to.equal('GET, POST, HEAD, OPTIONS');
    const described = await get('/a', { method: 'OPTIONS' });
    expect([described.status, described.headers.allow, described.text]).to.deep.equal([204, 'GET, POST, HEAD, OPTIONS', '']);
    expectRefusal(await get('/b'), 404, 'not_found');
    expectRefusal(await get('/helper'), 404, 'not_found');
  });

  it('answer HEAD as GET without the body, unless they have an answer of their own', async () => {
    const { get } = await openSite({
      'routes/a.ts': says('GET', 'four'),
      'routes/b.ts': "export const HEAD = () => new Response(null, { headers: { 'Content-Length': '7', 'X-Own': 'yes' } });",
    });
    const a = await get('/a', { method: 'HEAD' });
    expect([a.status, a.text, a.headers['content-length'], a.headers['content-type']]).to.deep.equal([
      200,
      '',
      '4',
      'text/plain;charset=UTF-8',
    ]);
    const b = await get('/b', { method: 'HEAD' });
    expect([b.status, b.headers['content-length'], b.headers['x-own']]).to.deep.equal([200, '7', 'yes']);
  });

  it('get the request as it was sent, and their answer is sent as they made it', async () => {
    const { get } = await openSite({
      'routes/echo.ts': `export async function POST(request: Request) {
        const headers = new Headers({ 'content-type': 'application/x-echo', 'x-got': request.headers.get('x-sent') ?? '' });
        headers.append('Set-Cookie', 'a=1'); headers.append('Set-Cookie', 'b=2');
        return new Response(await request.arrayBuffer(), { status: 201, headers });
      }`,
    });
    const body = Buffer.from([0, 255, 128, 10, 13]);
    const answer = await get('/echo', { method: 'POST', body, headers: { 'X-Sent': 'this' } });
    expect(answer.status).to.equal(201);
    expect(answer.bytes).to.deep.equal(body);
    expect(answer.headers).to.include({ 'content-type': 'application/x-echo', 'x-got': 'this', 'content-length': '5' });
    expect(answer.headers['set-cookie']).to.deep.equal(['a=1', 'b=2']);
  });

  it('are called by https when the web server in front was', async () => {
    const { get } = await openSite({ 'routes/index.ts': 'export const GET = (request: Request) => new Response(request.url);' });
    expect((await get('/?a=%2F', { headers: { 'X-Forwarded-Proto': 'https' } })).text).to.equal('https://lucie.example/?a=%2F');
    expect((await get('/', { headers: { Host: 'LUCIE.example.:8444' } })).text).to.equal('http://lucie.example:8444/');
  });

  it('cannot replace what the host says of an answer', async () => {
    const { get } = await openSite({
      'routes/index.ts': `export const GET = () => new Response('x', { headers: {
        'X-Request-Id': 'mine', 'X-Comptoir-Generation': '99', Connection: 'upgrade', 'Content-Length': '1000', 'Transfer-Encoding': 'chunked' } });`,
    });
    const { headers, text } = await get('/', { headers: { 'X-Request-Id': 'trace-7' } });
    expect(text).to.equal('x');
    expect(headers).to.include({
      'x-request-id': 'trace-7',
      'x-comptoir-generation': '1',
      'content-length': '1',
      'x-content-type-options': 'nosniff',
    });
    expect(headers.connection).not.to.equal('upgrade');
  });

  it('cannot make the web server in front send files of its own', async () => {
    const { get } = await openSite({
      'routes/index.ts':
        "export const GET = () => new Response('x', { headers: { 'X-Accel-Redirect': '/internal/secret', 'X-Sendfile': '/etc/passwd' } });",
    });
    const { headers, text } = await get('/');
    expect(text).to.equal('x');
    expect(headers).not.to.have.any.keys('x-accel-redirect', 'x-sendfile');
  });

  it('that give a header nobody can send are answered 500, with none of their headers', async () => {
    const { get } = await openSite({
      'routes/index.ts':
        "export const GET = () => new Response('x', { headers: { 'Content-Encoding': 'gzip', 'Set-Cookie': 'a=1', 'X-Wrong': 'a\\x01b' } });",
    });
    const answer = await get('/');
    expectRefusal(answer, 500, 'internal');
    expect(answer.headers).not.to.have.any.keys('content-encoding', 'set-cookie', 'x-wrong');
  });

  it('may import from their site and its packages', async () => {
    const { get } = await openSite({
      'routes/index.ts':
        "import { greet } from '../lib/greet.js'; import { name } from 'pkg'; import data from '../data.json'; export const GET = () => new Response(greet(name) + data.mark);",
      'lib/greet.ts': "export const greet = (name: string): string => 'Hello '.concat(name);",
      'data.json': '{"mark": "!"}',
      'node_modules/pkg/package.json': '{"name": "pkg", "main": "main.js"}',
      'node_modules/pkg/main.js':
        "const { AsyncLocalStorage } = require('async_hooks'); exports.name = new AsyncLocalStorage().run('/a/Lucie', () => require('path').basename('/a/Lucie'));",
    });
    expect((await get('/')).text).to.equal('Hello Lucie!');
  });

  it('that fail are answered 500 with the id of the request: the reason stands in the log alone', async () => {
    const { get, log } = await openSite({
      'routes/throws.ts': "export const GET = () => { throw new Error('the secret reason'); };",
      'routes/wrong.ts': "export const GET = () => 'no response';",
      'routes/header.ts': "export const GET = () => new Response('', { headers: { 'x-a': 'caf\\u00e9' } });",
    });
    const body = expectRefusal(await get('/throws', { headers: { 'X-Request-Id': 'trace-8' } }), 500, 'internal');
    expect(JSON.stringify(body)).not.to.include('secret');
    expect(String(errorsIn(log)[0]?.fields['err'])).to.include('the secret reason');
    expect(errorsIn(log)[0]?.fields['requestId']).to.equal('trace-8');
    expectRefusal(await get('/wrong'), 500, 'internal');
    expect(String(errorsIn(log)[1]?.fields['err'])).to.include('GET of routes/wrong.ts did not answer with a Response');
    expect((await get('/header')).headers['x-a']).to.equal('caf\u00e9');
  });

  it('take bodies of up to 1 MiB', async () => {
    const { get } = await openSite({
      'routes/size.ts': 'export const POST = async (request: Request) => new Response(String((await request.arrayBuffer()).byteLength));',
    });
    expect((await get('/size', { method: 'POST', body: Buffer.alloc(1024 * 1024) })).text).to.equal('1048576');
    expectRefusal(await get('/size', { method: 'POST', body: Buffer.alloc(1024 * 1024 + 1) }), 413, 'payload_too_large');
  });

  it('find nothing at a path that walks or cannot be read', async () => {
    const { get } = await openSite({ 'routes/[...all].ts': says('GET', 'all') });
    expect((await get('/a/b')).text).to.equal('all');
    for (const path of ['/a//b', '/a/%2e%2e/b', '/a/..%5cb', '/%00', '/%zz']) expectRefusal(await get(path), 404, 'not_found');
  });

  it('of another host are another site, and a host without one has none', async () => {
    const { get, directory } = await openSite({ 'routes/index.ts': says('GET', 'lucie') });
    await writeFiles(`${directory}/xn--caf-dma.example`, { 'routes/index.ts': says('GET', 'café') });
    expect((await get('/', { headers: { Host: 'XN--CAF-DMA.example:443' } })).text).to.equal('café');
    expect((await get('/')).text).to.equal('lucie');
    for (const host of ['zinc.example', '127.0.0.1', 'localhost:8444', '[::1]', '10.0.0.1']) {
      expectRefusal(await get('/', { headers: { Host: host } }), 404, 'not_found');
    }
  });
});
