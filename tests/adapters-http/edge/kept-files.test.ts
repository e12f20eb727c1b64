import { mkdir, mkdtemp, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type KeptFiles, makeKeptFiles } from '@comptoir/adapters-http/edge/kept-files.js';
import { expect } from 'chai';

const FILE = 'public/dir/a.txt';

describe('small files of sites that are kept in memory', () => {
  let root = '';
  let path = '';

  beforeEach(async () => {
    root = await realpath(await mkdtemp(join(tmpdir(), 'comptoir-edge-')));
    path = join(root, FILE);
    await mkdir(join(root, 'public/dir'), { recursive: true });
    await writeFile(path, 'one');
  });

  afterEach(() => rm(root, { recursive: true }));

  /** As if whatever is written had been there for a while. */
  const settledFiles = () => makeKeptFiles(() => Date.now() + 10_000);

  async function bytesOf(files: KeptFiles): Promise<Buffer | null> {
    return (await files.find(root, FILE))?.bytes ?? null;
  }

  it('are read once while they do not change', async () => {
    const files = settledFiles();
    const [first, second] = [await bytesOf(files), await bytesOf(files)];
    expect(String(second)).to.equal('one');
    expect(second?.buffer === first?.buffer, 'the same memory').to.equal(true);
  });

  it('are read anew when they were written just now, because they can change again unnoticed', async () => {
    const files = makeKeptFiles();
    const [first, second] = [await bytesOf(files), await bytesOf(files)];
    expect(second?.buffer === first?.buffer, 'the same memory').to.equal(false);
  });

  it('are what the file is now, in place or by another file in its place', async () => {
    const files = settledFiles();
    await bytesOf(files);
    await writeFile(path, 'two');
    expect(String(await bytesOf(files))).to.equal('two');
    await writeFile(join(root, 'next'), 'six');
    await rename(join(root, 'next'), path);
    expect(String(await bytesOf(files))).to.equal('six');
  });

  it('are gone when the file is, and when a link stands in its way', async () => {
    const files = settledFiles();
    await bytesOf(files);
    await mkdir(join(root, 'elsewhere'));
    await writeFile(join(root, 'elsewhere/a.txt'), 'not');
    await rm(join(root, 'public/dir'), { recursive: true });
    expect(await bytesOf(files)).to.equal(null);
    await symlink(join(root, 'elsewhere'), join(root, 'public/dir'));
    expect(await bytesOf(files)).to.equal(null);
  });
});
