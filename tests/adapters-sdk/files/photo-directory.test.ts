import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makePhotoDirectory } from '@comptoir/adapters-sdk/files/photo-directory.js';
import { expect } from 'chai';
import { exercisePhotoFiles } from '../../suites/photo-files.suite.js';
import { errorOf } from '../../suites/suite.js';

const HASH = 'ab'.repeat(32);

describe('the directory of photos', () => {
  const made: string[] = [];
  async function aDirectory(): Promise<string> {
    const directory = await mkdtemp(join(tmpdir(), 'comptoir-photos-'));
    made.push(directory);
    return join(directory, 'photos');
  }

  after(async () => {
    for (const directory of made) await rm(directory, { recursive: true });
  });

  exercisePhotoFiles('in a directory', async () => makePhotoDirectory(await aDirectory()));

  it('is made with the first photo, for its owner alone', async () => {
    const directory = await aDirectory();
    const files = makePhotoDirectory(directory);
    expect(await files.list()).to.deep.equal([]);
    await files.put({ hash: HASH, width: 320 }, Buffer.from('x'));
    for (const path of [directory, join(directory, 'ab')]) expect((await stat(path)).mode & 0o077, path).to.equal(0);
    expect((await stat(join(directory, 'ab', `${HASH}-320.webp`))).mode & 0o077).to.equal(0);
  });

  it('holds no drafts, and counts nothing of others', async () => {
    const directory = await aDirectory();
    const files = makePhotoDirectory(directory);
    await files.put({ hash: HASH, width: 320 }, Buffer.from('x'));
    expect(await readdir(join(directory, 'ab'))).to.deep.equal([`${HASH}-320.webp`]);
    await writeFile(join(directory, 'ab', 'notes.txt'), '');
    await writeFile(join(directory, 'README'), '');
    await writeFile(join(directory, 'ab', `${HASH}-640.webp.0123.draft`), '');
    expect(await files.list()).to.deep.equal([HASH]);
    await files.delete(HASH);
    expect(await readdir(join(directory, 'ab'))).to.have.members(['notes.txt', `${HASH}-640.webp.0123.draft`]);
  });

  it('says so when it cannot be written', async () => {
    const directory = await aDirectory();
    await writeFile(directory, 'a file where the directory would be');
    const put = makePhotoDirectory(directory).put({ hash: HASH, width: 320 }, Buffer.from('x'));
    expect(String(await errorOf(put))).to.match(/EEXIST|ENOTDIR/);
  });
});
