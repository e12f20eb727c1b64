import { stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDirectory } from '@comptoir/adapters-sdk/files/make-directory.js';
import { expect } from 'chai';
import { emptyDirectory, removeDirectories } from '../../app/till.js';
import { skipBecause } from '../../support/requires.js';

describe('a directory that is made', () => {
  after(removeDirectories);

  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => null,
      (error: NodeJS.ErrnoException) => error.code,
    );
  const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

  it('has those above it made too, once', async () => {
    const base = await emptyDirectory();
    const path = join(base, 'a', 'b', 'c');
    expect(await makeDirectory(path, 0o700)).to.equal(true);
    expect([await modeOf(join(base, 'a')), await modeOf(path)]).to.deep.equal([0o700, 0o700]);
    expect(await makeDirectory(path, 0o750)).to.equal(false);
    expect(await modeOf(path)).to.equal(0o700);
  });

  it('may be there by many at once, or by a link', async () => {
    const base = await emptyDirectory();
    const path = join(base, 'a', 'b');
    await Promise.all(Array.from({ length: 8 }, () => makeDirectory(path, 0o700)));
    await symlink(path, join(base, 'link'));
    expect(await makeDirectory(join(base, 'link'), 0o700)).to.equal(false);
  });

  it('is refused where something else has its name or the name of one above it', async () => {
    const file = join(await emptyDirectory(), 'file');
    await writeFile(file, '');
    expect(await codeOf(makeDirectory(file, 0o700))).to.equal('EEXIST');
    expect(await codeOf(makeDirectory(join(file, 'a'), 0o700))).to.equal('ENOTDIR');
  });

  it('is refused at once where the system makes none', async function () {
    if (process.platform !== 'linux') skipBecause(this, 'only Linux has /proc');
    expect(await codeOf(makeDirectory('/proc/x', 0o700))).to.equal('ENOENT');
    expect(await codeOf(makeDirectory('/proc/x/y/z', 0o700))).to.equal('ENOENT');
  });
});
