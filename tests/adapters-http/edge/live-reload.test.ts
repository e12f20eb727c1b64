import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeKeptFiles } from '@comptoir/adapters-http/edge/kept-files.js';
import { makeSite, type Site } from '@comptoir/adapters-http/edge/site.js';
import { makeSiteWatch } from '@comptoir/adapters-http/edge/site-watch.js';
import { type BareThreads, makeBareThreads } from '@comptoir/adapters-http/edge/thread/bare-threads.js';
import { silentLogger } from '@comptoir/core/kit/logger.js';
import { expect } from 'chai';
import { until } from '../until.js';
import { closeSites, errorsIn, memoryGenerations, openSite, type SiteBench } from './site-bench.js';

const says = (text: string) => `export const GET = () => new Response('${text}');`;

describe('a site with live reload', () => {
  afterEach(closeSites);

  const openLive = (files: Parameters<typeof openSite>[0]) => openSite(files, { liveReload: true });
  const becomes = ({ get }: SiteBench, path: string, text: string) => until(async () => (await get(path)).text === text);

  it('is built anew within seconds when a file changes, comes or goes', async () => {
    const bench = await openLive({ 'routes/index.ts': says('one'), 'public/a.txt': 'a' });
    await bench.get('/');
    await bench.write({ 'routes/index.ts': says('two'), 'routes/deep/er/new.ts': says('new') });
    await becomes(bench, '/', 'two');
    await becomes(bench, '/deep/er/new', 'new');
    await bench.write({ 'public/b.txt': 'b' });
    await becomes(bench, '/b.txt', 'b');
    await rm(join(bench.root, 'public/a.txt'));
    await until(async () => (await bench.get('/a.txt')).status === 404);
  }).timeout(30_000);

  it('shows visitors what is wrong with it, and goes on when it is right again', async () => {
    const bench = await openLive({ 'routes/index.ts': 'export const GET = () => {\n' });
    expect((await bench.get('/')).text).to.include('routes/index.ts:2:1: Unexpected end of file');
    await bench.write({ 'routes/index.ts': says('right') });
    await becomes(bench, '/', 'right');
  }).timeout(30_000);

  it('is right again as soon as a new file that it imports is', async () => {
    const bench = await openLive({ 'routes/index.ts': says('one') });
    await bench.get('/');
    await bench.write({
      'routes/index.ts': "import { text } from '../lib/text.js'; export const GET = () => new Response(text);",
      'lib/text.ts': 'export const text = ;',
    });
    await until(() => errorsIn(bench.log).length > 0);
    await bench.write({ 'lib/text.ts': "export const text = 'two';" });
    await becomes(bench, '/', 'two');
  }).timeout(30_000);

  it('shows a change also when no number can be had for it', async () => {
    const generations = memoryGenerations();
    const advance = async () => {
      throw new Error('no database');
    };
    const bench = await openSite({ 'routes/index.ts': says('one') }, { liveReload: true, generations: { ...generations, advance } });
    await bench.get('/');
    await bench.write({ 'routes/index.ts': says('two') });
    await becomes(bench, '/', 'two');
    expect(bench.log.map(({ message }) => message)).to.include('a change of a site cannot be told to other processes');
  }).timeout(30_000);
});

describe('what is noticed of the files of a site', () => {
  let site: Site;
  let bench: SiteBench;
  let threads: BareThreads;

  beforeEach(async () => {
    bench = await openSite({
      'routes/index.ts': "import { text } from '../lib/text.js'; export const GET = () => new Response(text);",
      'lib/text.ts': "export const text = 'one';",
      'lib/other.ts': '',
      'islands/a.ts': '',
    });
    const limits = { answerMs: 5_000, stallMs: 5_000, requests: 8, idleMs: 300_000, memoryMegabytes: 64 };
    threads = makeBareThreads(64, silentLogger);
    site = makeSite({
      host: 'watched.example',
      directory: bench.root,
      generation: 1,
      files: makeKeptFiles(),
      threads,
      limits,
      logger: silentLogger,
    });
    await site.version();
  });

  afterEach(async () => {
    await site.close();
    await threads.close();
    await closeSites();
  });

  const CHANGES: Readonly<Record<string, readonly [Readonly<Record<string, string>>, boolean]>> = {
    'a route': [{ 'routes/index.ts': says('two') }, true],
    'a new public file': [{ 'public/a.txt': 'a' }, true],
    'a file that a route imports': [{ 'lib/text.ts': "export const text = 'two';" }, true],
    'a file that nobody imports': [{ 'lib/other.ts': 'export {};' }, false],
    'an island': [{ 'islands/a.ts': 'export {};' }, false],
  };
  for (const [what, [files, isNoticed]] of Object.entries(CHANGES)) {
    it(`is ${isNoticed ? '' : 'not '}${what}`, async () => {
      const watch = makeSiteWatch();
      expect(await watch.hasChanged(site), 'the first look').to.equal(false);
      await bench.write(files);
      expect(await watch.hasChanged(site)).to.equal(isNoticed);
      expect(await watch.hasChanged(site), 'once seen').to.equal(false);
    });
  }
});
