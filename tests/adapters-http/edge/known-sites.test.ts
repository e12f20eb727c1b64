import { rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { SiteRoots } from '@comptoir/core/edge-routes/site-roots.js';
import { expect } from 'chai';
import { expectRefusal } from '../refusal.js';
import { until } from '../until.js';
import { closeSites, HOST, openSite, writeFiles } from './site-bench.js';

const says = (text: string) => ({ 'routes/index.ts': `export const GET = () => new Response('${text}');` });

describe('which host has a site', () => {
  afterEach(closeSites);

  it('is asked again: a site that moves or goes away is noticed at a purge', async () => {
    let root: string | null = null;
    const roots: SiteRoots = { rootOf: async (host) => (host === HOST ? root : null) };
    const { get, purge, directory } = await openSite(says('here'), { roots });
    expectRefusal(await get('/'), 404, 'not_found');
    root = join(directory, HOST);
    await purge();
    expect((await get('/')).text).to.equal('here');
    await writeFiles(join(directory, 'elsewhere'), says('there'));
    root = join(directory, 'elsewhere');
    await purge();
    expect((await get('/')).text).to.equal('there');
    root = null;
    expect(await purge()).to.include({ evicted: false, generation: 0 });
    expectRefusal(await get('/'), 404, 'not_found');
  });

  it('that cannot be told now is 503, except for one that is known already', async () => {
    let isDown = true;
    let root = '';
    const roots: SiteRoots = {
      async rootOf() {
        if (isDown) throw new Error('connect ECONNREFUSED postgres://till:secret@db');
        return root;
      },
    };
    const { get, directory, log, purge } = await openSite(says('here'), { roots });
    root = join(directory, HOST);
    expectRefusal(await get('/'), 503, 'store_unavailable');
    isDown = false;
    expect((await get('/')).text).to.equal('here');
    isDown = true;
    expect(await purge()).to.include({ evicted: true, generation: 2 });
    expect((await get('/')).text).to.equal('here');
    expect(log.filter(({ level }) => level === 'error').length).to.equal(1);
  });

  it('that moves finishes what it has begun where it was', async () => {
    let root = '';
    const { get, purge, directory } = await openSite(
      {
        'routes/slow.ts': `let begun = false;
        export const GET = () => { begun = true; return new Promise((done) => setTimeout(() => done(new Response('finished')), 500)); };
        export const POST = () => Response.json(begun);`,
      },
      { roots: { rootOf: async () => root } },
    );
    root = join(directory, HOST);
    await get('/');
    const slow = get('/slow');
    await until(async () => (await get('/slow', { method: 'POST' })).text === 'true');
    await writeFiles(join(directory, 'elsewhere'), says('there'));
    root = join(directory, 'elsewhere');
    await purge();
    expect((await get('/')).text).to.equal('there');
    expect((await slow).text).to.equal('finished');
  });

  it('may be a link to a release, which a purge follows anew', async () => {
    const { get, purge, directory } = await openSite({});
    await writeFiles(join(directory, 'releases/1'), says('one'));
    await writeFiles(join(directory, 'releases/2'), says('two'));
    await rm(join(directory, HOST), { recursive: true, force: true });
    await symlink('releases/1', join(directory, HOST));
    expect((await get('/')).text).to.equal('one');
    await symlink('releases/2', join(directory, 'next'));
    await rename(join(directory, 'next'), join(directory, HOST));
    expect((await get('/')).text).to.equal('one');
    await purge();
    expect((await get('/')).text).to.equal('two');
  });
});
