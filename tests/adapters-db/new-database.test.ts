import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { madeOnce, packedNewDatabase } from '@comptoir/adapters-db/kit/new-database.js';
import { PGlite } from '@electric-sql/pglite';
import { expect } from 'chai';

const TIME_LIMIT_MS = 60_000;

describe('a new embedded database', function () {
  this.timeout(TIME_LIMIT_MS);
  let folder: string;
  let directory: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'comptoir-new-database-'));
    directory = join(folder, 'db');
  });

  afterEach(() => rm(folder, { recursive: true }));

  it('is the one that the engine would make', async () => {
    const packed = await packedNewDatabase();
    if (packed === null) throw new Error('the build has left no packed database');
    const unpacked = await PGlite.create({ dataDir: directory, loadDataDir: packed });
    const made = await PGlite.create();
    for (const question of [
      "select name, setting from pg_settings where name not in ('data_directory', 'config_file', 'hba_file', 'ident_file') order by name",
      'select relname, relkind from pg_class order by relname',
      'select rolname, rolsuper from pg_roles order by rolname',
      'select datname, datcollate, encoding from pg_database order by datname',
    ]) {
      expect((await unpacked.query(question)).rows, question).to.deep.equal((await made.query(question)).rows);
    }
    await Promise.all([unpacked.close(), made.close()]);
  });

  it('is made once, and what is in it stays', async () => {
    const make = (isNew: boolean) => Promise.resolve(isNew);
    expect(await madeOnce(directory, make)).to.equal(true);
    await fill();
    expect(await madeOnce(directory, make)).to.equal(false);
    expect(await readdir(directory)).to.include('kept');
    expect(await readdir(folder)).to.deep.equal(['db']);
  });

  it('is begun again when making it was broken off', async () => {
    const broken = await madeOnce(directory, async () => {
      await fill();
      throw new Error('killed');
    }).catch((error: unknown) => String(error));
    expect(broken).to.equal('Error: killed');
    let left: readonly string[] | null = null;
    const isNew = await madeOnce(directory, async (again) => {
      left = await readdir(folder);
      return again;
    });
    expect(isNew).to.equal(true);
    expect(left).to.deep.equal(['db.new']);
  });

  async function fill(): Promise<void> {
    await mkdir(directory);
    await writeFile(join(directory, 'PG_VERSION'), '18\n');
    await writeFile(join(directory, 'kept'), '');
  }
});
