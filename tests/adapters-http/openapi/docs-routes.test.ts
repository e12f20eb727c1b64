import { gunzipSync } from 'node:zlib';
import { makeHostApp } from '@comptoir/adapters-http/kit/koa-app.js';
import { makeRouter, mountRoutes } from '@comptoir/adapters-http/kit/mount-routes.js';
import { addDocsRoutes } from '@comptoir/adapters-http/openapi/docs-routes.js';
import { expect } from 'chai';
import { call, jsonOf } from '../call.js';
import { hostOptions } from '../kit/host.js';
import { expectRefusal } from '../refusal.js';
import { closeAll, serve } from '../serve.js';

describe('the routes of the API reference', () => {
  let made: number;

  beforeEach(() => {
    made = 0;
  });
  afterEach(closeAll);

  function start(title = 'A host'): Promise<string> {
    const app = makeHostApp('docs', hostOptions());
    const router = makeRouter();
    const document = () => {
      made += 1;
      return { openapi: '3.1.1', made };
    };
    addDocsRoutes(router, { document, title });
    mountRoutes(app, router);
    return serve(app.callback());
  }

  it('make the document when it is first asked for, and once', async () => {
    const origin = await start();
    expect(made).to.equal(0);
    const { headers, ...answer } = await call(`${origin}/openapi.json`);
    expect([answer.status, jsonOf(answer)]).to.deep.equal([200, { openapi: '3.1.1', made: 1 }]);
    expect(headers['content-type']).to.equal('application/json; charset=utf-8');
    expect(jsonOf(await call(`${origin}/openapi.json`))).to.have.property('made', 1);
  });

  it('send the document compressed, and not at all to those who have it', async () => {
    const origin = await start();
    const { bytes, headers } = await call(`${origin}/openapi.json`, { headers: { 'Accept-Encoding': 'gzip' } });
    expect(JSON.parse(gunzipSync(bytes).toString())).to.have.property('openapi');
    const again = await call(`${origin}/openapi.json`, { headers: { 'Accept-Encoding': 'gzip', 'If-None-Match': headers.etag ?? '' } });
    expect([again.status, again.text]).to.deep.equal([304, '']);
  });

  it('serve a page that may load from its own host only, whatever the host is called', async () => {
    const origin = await start('<script>A & B');
    const { status, text, headers } = await call(`${origin}/docs`);
    expect(status).to.equal(200);
    expect(text).to.include('<title>&lt;script>A &amp; B</title>');
    const policy = headers['content-security-policy'];
    expect(policy).to.include("default-src 'none'; script-src 'self'; style-src 'self';");
    expect(policy).not.to.match(/unsafe|https?:|\*/);
    expect(text).not.to.match(/(?:src|href)="(?!\/|data:,)/);
  });

  it('serve what the page loads, and nothing else', async () => {
    const origin = await start();
    const { text } = await call(`${origin}/docs`);
    const files = [...text.matchAll(/(?:src|href)="(\/docs\/[^"]+)"/g)].map(([, path]) => path ?? '');
    expect(files).to.have.length(4);
    for (const file of files) expect((await call(origin + file)).status, file).to.equal(200);
    for (const file of ['/docs/build-docs.mjs', '/docs/..%2fpackage.json', '/docs/__proto__', '/docs/start.js/x']) {
      expectRefusal(await call(origin + file), 404, 'not_found');
    }
  });
});
