import { createHash, randomUUID } from 'node:crypto';
import { link, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { crypto } from 'acme-client';
import { z } from 'zod';
import { makeDirectory } from '../files/make-directory.js';

const accountSchema = z.object({
  /** PKCS #8, PEM. */
  privateKey: z.string().min(1),
  /** Null: not registered yet, as far as is known. */
  url: z.url().nullable(),
});

export type AcmeAccount = z.output<typeof accountSchema>;

/** The accounts of this machine: one per directory and address, each a file that only the product's user can read. */
export interface AcmeAccounts {
  /** The account, with a new key where there is none yet. Processes that ask at once get the same key. */
  of(directoryUrl: string, email: string | null): Promise<AcmeAccount>;
  /** Keeps the address that the directory knows the account by; null forgets it. */
  keepUrl(directoryUrl: string, email: string | null, url: string | null): Promise<AcmeAccount>;
}

export function makeAcmeAccounts(certificateDirectory: string): AcmeAccounts {
  const directory = join(certificateDirectory, '.accounts');
  const pathOf = (directoryUrl: string, email: string | null) =>
    join(
      directory,
      `${createHash('sha256')
        .update(`${directoryUrl}\n${email ?? ''}`)
        .digest('hex')}.json`,
    );

  async function of(directoryUrl: string, email: string | null): Promise<AcmeAccount> {
    const path = pathOf(directoryUrl, email);
    const known = await read(path);
    if (known !== null) return known;
    await makeDirectory(directory, 0o700);
    const temporary = await writeBeside(path, { privateKey: (await crypto.createPrivateEcdsaKey('P-256')).toString(), url: null });
    // A link and not a rename: whoever comes second takes the key that is there.
    await link(temporary, path).catch(unlessThere);
    await rm(temporary);
    return of(directoryUrl, email);
  }

  return {
    of,
    async keepUrl(directoryUrl, email, url) {
      const account = { ...(await of(directoryUrl, email)), url };
      const path = pathOf(directoryUrl, email);
      await rename(await writeBeside(path, account), path);
      return account;
    },
  };
}

async function read(path: string): Promise<AcmeAccount | null> {
  const text = await readFile(path, 'utf8').catch(unlessMissing);
  return text === null ? null : accountSchema.parse(JSON.parse(text));
}

async function writeBeside(path: string, account: AcmeAccount): Promise<string> {
  const temporary = `${path}.${randomUUID()}`;
  const file = await open(temporary, 'wx', 0o600);
  try {
    await file.writeFile(JSON.stringify(account));
    await file.sync();
  } catch (error) {
    await rm(temporary);
    throw error;
  } finally {
    await file.close();
  }
  return temporary;
}

function unlessMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

function unlessThere(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
