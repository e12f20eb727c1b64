import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { jsonOf } from '../call.js';
import { closeSites, errorsIn, openSite } from './site-bench.js';

const ISLANDS = 'export const GET = (_: Request, { islands }: { islands: Record<string, string> }) => Response.json(islands);';

describe('what a site loads in the browser, islands', () => {
  afterEach(closeSites);

  it('is bundled under a name that changes with the content, which the routes are told', async () => {
    const { get, write, purge } = await openSite({
      'routes/index.ts': ISLANDS,
      'islands/counter.ts': "import { text } from '../lib/text.js'; import './counter.css'; document.title = text;",
      'islands/counter.css': 'p { color: red }',
      'islands/shop/basket.tsx': "document.title = 'basket';",
      'islands/_shared.ts': '',
      'lib/text.ts': "export const text: string = 'words of the island';",
    });
    const addresses = jsonOf(await get('/')) as Record<string, string>;
    expect(Object.keys(addresses).sort()).to.deep.equal(['counter', 'counter.css', 'shop/basket']);
    expect(addresses['counter']).to.match(/^\/islands\/counter-[A-Z0-9]{8}\.js$/);
    expect(addresses['shop/basket']).to.match(/^\/islands\/shop\/basket-[A-Z0-9]{8}\.js$/);
    const script = await get(String(addresses['counter']));
    expect(script.text).to.include('words of the island');
    expect(script.headers).to.include({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect((await get(String(addresses['counter.css']))).headers['content-type']).to.equal('text/css; charset=utf-8');

    await write({ 'lib/text.ts': "export const text = 'other words';" });
    await purge();
    const after = jsonOf(await get('/')) as Record<string, string>;
    expect(after['counter']).not.to.equal(addresses['counter']);
    expect(after['shop/basket']).to.equal(addresses['shop/basket']);
    expect((await get(String(addresses['counter']))).text, 'a page that is still open').to.equal(script.text);
  });
});

describe('the styles of an island', () => {
  afterEach(closeSites);

  it('keep what they take from elsewhere or carry in themselves', async () => {
    const { get } = await openSite({
      'routes/index.ts': ISLANDS,
      'islands/a.ts': "import './a.css';",
      'islands/a.css':
        'p { background: url(data:image/gif;base64,R0lGODlhAQABAAAAACw=), url(https://example.com/a.png); fill: url(#shade) }',
    });
    const { text } = await get(String((jsonOf(await get('/')) as Record<string, string>)['a.css']));
    expect(text).to.include('data:image/gif').and.to.include('https://example.com/a.png').and.to.include('#shade');
  });
});

describe('what a site may bundle', () => {
  afterEach(closeSites);

  const REFUSED: Readonly<Record<string, readonly [string, string]>> = {
    'a file outside of it': ["import '../../outside.js';", 'is outside of the site'],
    'a file outside of it, by its absolute path': ["import '/etc/passwd';", 'is outside of the site'],
    'a link that leads outside': ["import '../linked.js';", 'is outside of the site'],
    'a package that lies above it': ["import 'above';", 'is outside of the site'],
    'the files of the machine': ["import 'node:fs';", 'Sites cannot use "node:fs"'],
    'the files of the machine, by their old name': ["import 'fs/promises';", 'Sites cannot use "fs/promises"'],
    'other programs': ["import 'child_process';", 'Sites cannot use "child_process"'],
    'other threads': ["import 'node:worker_threads';", 'Sites cannot use "node:worker_threads"'],
    'the modules of Node by their loader': ["import 'module';", 'Sites cannot use "module"'],
    'a page of the web': ["import 'https://example.com/a.js';", 'is outside of the site'],
    'a file of another kind': ["import '../a.bin';", 'cannot be imported'],
    'what is not there': ["import './nothing.js';", 'Could not resolve "./nothing.js"'],
    'a package that is not there': ["import 'nothing';", 'Could not resolve "nothing"'],
  };
  for (const [what, [code, message]] of Object.entries(REFUSED)) {
    for (const place of ['routes/index.ts', 'islands/a.ts']) {
      it(`is not ${what}, in ${place}`, async () => {
        const bench = await openSite({ [place]: `${code}\nexport const GET = () => new Response('');`, 'a.bin': '' });
        await bench.write({ '../outside.js': '', '../node_modules/above/index.js': '' });
        await symlink(join(bench.directory, 'outside.js'), join(bench.root, 'linked.js'));
        expect((await bench.get('/')).status).to.equal(500);
        const faults = JSON.stringify(errorsIn(bench.log)[0]?.fields['faults']);
        const expected = place.startsWith('islands') && message.startsWith('Sites cannot use') ? 'Could not resolve' : message;
        expect(faults).to.include(expected.replaceAll('"', '\\"'));
        expect(faults).to.include(`${place}:1:`);
      });
    }
  }

  it('does not follow a tsconfig.json', async () => {
    const { get } = await openSite({
      'routes/index.ts': "export const GET = () => new Response('fine');",
      'tsconfig.json': '{"extends": "/etc/passwd", "compilerOptions": {"jsx": "nonsense"}}',
    });
    expect((await get('/')).text).to.equal('fine');
  });
});
