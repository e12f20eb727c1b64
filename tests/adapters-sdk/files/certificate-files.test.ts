import { X509Certificate } from 'node:crypto';
import { mkdir, readdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeCertificateFiles } from '@comptoir/adapters-sdk/files/certificate-files.js';
import { nodeDisk } from '@comptoir/adapters-sdk/files/disk.js';
import { type CertificateFiles, UnusableCertificate } from '@comptoir/core/certificates/certificate-files.js';
import { expect } from 'chai';
import { errorOf, refusalOf } from '../../suites/suite.js';
import { aFolder } from '../acme/certificate-host.js';
import { anIssuedPem, runModule } from './issues.js';

const PLACE = { domain: 'shop.example', staging: false, directory: null };
const FILES_MODULE = import.meta.resolve('@comptoir/adapters-sdk/files/certificate-files.js');
const DISK_MODULE = import.meta.resolve('@comptoir/adapters-sdk/files/disk.js');

describe('certificates as files', () => {
  let folder: Awaited<ReturnType<typeof aFolder>>;
  let files: CertificateFiles;

  beforeEach(async () => {
    folder = await aFolder();
    files = makeCertificateFiles({ directory: folder.path, roots: [join(folder.path, 'roots')] });
  });
  afterEach(() => folder.remove());

  const [first, second, third] = ['0a01', '0b02', '0c03'].map((serial) => anIssuedPem({ serial })) as [Issue, Issue, Issue];
  type Issue = ReturnType<typeof anIssuedPem>;
  const put = async ({ serial, pem }: Issue, place: typeof PLACE | { directory: string; domain: string; staging: boolean } = PLACE) => {
    await files.write(place, serial, pem);
    await files.publish(place, serial);
  };
  const served = async () => {
    const { certPath, keyPath } = files.paths(PLACE);
    return { fullchain: await readFile(certPath, 'utf8'), privateKey: await readFile(keyPath, 'utf8') };
  };

  it('shows an issue only once it is published', async () => {
    await files.write(PLACE, first.serial, first.pem);
    expect(await files.read(PLACE, first.serial)).to.deep.equal(first.pem);
    expect(await errorOf(served())).to.have.property('code', 'ENOENT');
    await files.publish(PLACE, first.serial);
    expect(await served()).to.deep.equal(first.pem);
  });

  it('keeps the issue before the current one, and no older ones', async () => {
    for (const issue of [first, second, third]) await put(issue);
    expect((await readdir(join(folder.path, 'shop.example'))).sort()).to.deep.equal(['0b02', '0c03', 'current']);
    expect(await served()).to.deep.equal(third.pem);
  });

  it('removes all of a place, and nothing of others', async () => {
    const beside = { ...PLACE, domain: 'shop.example.org' };
    const staging = { ...PLACE, staging: true };
    for (const place of [PLACE, beside, staging]) await put(first, place);
    await put(second);
    await files.remove(PLACE);
    await files.remove({ ...PLACE, domain: 'nobody.example' });
    expect((await readdir(folder.path)).sort()).to.deep.equal(['.staging', 'roots', 'shop.example.org']);
    for (const place of [beside, staging]) expect(await files.read(place, first.serial)).to.deep.equal(first.pem);
  });

  it('knows its files by their paths', () => {
    const { certPath, keyPath } = files.paths(PLACE);
    for (const path of [certPath, keyPath, join(folder.path, 'shop.example/0a01/../0a01/privkey.pem')])
      expect(files.has(PLACE, path), path).to.equal(true);
    for (const path of [folder.path, join(folder.path, 'shop.example.org/current/privkey.pem'), join(folder.path, 'shop.example/../x')])
      expect(files.has(PLACE, path), path).to.equal(false);
  });

  it('changes nothing when the current issue is published again', async () => {
    await put(first);
    await put(second);
    await files.publish(PLACE, second.serial);
    expect(await readdir(join(folder.path, 'shop.example'))).to.include(first.serial);
  });

  it('takes damaged files for none, and writes them anew', async () => {
    await put(first);
    await writeFile(join(folder.path, 'shop.example', first.serial, 'privkey.pem'), second.pem.privateKey);
    expect(await files.read(PLACE, first.serial)).to.equal(null);
    await put(first);
    expect(await served()).to.deep.equal(first.pem);
  });

  it('publishes under a directory of an app, and not through a link that leads out of it', async () => {
    const allowed = await files.allowedDirectory(join(folder.path, 'roots'), 'pem_dir');
    await put(first, { ...PLACE, directory: allowed });
    expect(await readlink(join(folder.path, 'roots/shop.example/current'))).to.equal(first.serial);

    await symlink('/tmp', join(folder.path, 'roots/evil.example'));
    const refusal = await refusalOf(files.write({ domain: 'evil.example', staging: false, directory: allowed }, first.serial, first.pem));
    expect(refusal.code).to.equal('invalid_request');
  });

  it('allows no directory outside its roots, whatever leads there', async () => {
    const roots = join(folder.path, 'roots');
    await symlink('/etc', join(roots, 'link'));
    await mkdir(`${roots}-beside`);
    await writeFile(join(roots, 'file'), '');
    for (const path of [
      '/etc',
      join(roots, 'link'),
      join(roots, '..'),
      `${roots}-beside`,
      join(roots, 'file'),
      join(roots, 'missing'),
      'roots',
      'a\0b',
    ]) {
      const refusal = await refusalOf(files.allowedDirectory(path, 'webroot'));
      expect(refusal.issues, path).to.deep.equal([{ path: 'webroot', message: 'Must be an existing directory under the allowed roots.' }]);
    }
    await mkdir(join(roots, 'inside'));
    expect(await files.allowedDirectory(`${roots}/inside/../inside`, 'webroot')).to.equal(join(roots, 'inside'));
  });

  it('puts challenges below a document root, and leaves none behind', async () => {
    const webroot = join(folder.path, 'roots');
    await files.writeChallenge(webroot, 'token-1', 'token-1.thumbprint');
    expect(await readFile(join(webroot, '.well-known/acme-challenge/token-1'), 'utf8')).to.equal('token-1.thumbprint');
    await files.removeChallenge(webroot, 'token-1');
    expect(await readdir(join(webroot, '.well-known/acme-challenge'))).to.deep.equal([]);

    await rm(join(webroot, '.well-known'), { recursive: true });
    await symlink('/tmp', join(webroot, '.well-known'));
    expect((await refusalOf(files.writeChallenge(webroot, 'token-2', 'x'))).code).to.equal('invalid_request');
  });

  it('follows no link in the place of a challenge', async () => {
    const webroot = join(folder.path, 'roots');
    await writeFile(join(folder.path, 'precious'), 'kept');
    await mkdir(join(webroot, '.well-known/acme-challenge'), { recursive: true });
    await symlink(join(folder.path, 'precious'), join(webroot, '.well-known/acme-challenge/token-3'));
    expect(await errorOf(files.writeChallenge(webroot, 'token-3', 'x'))).to.have.property('code', 'ELOOP');
    expect(await readFile(join(folder.path, 'precious'), 'utf8')).to.equal('kept');
  });

  it('leaves no key behind on a disk that is full, and serves the certificate before', async () => {
    await put(first);
    const writeFull: typeof nodeDisk.writeFile = async (path, text, mode) => {
      if (path.endsWith('fullchain.pem')) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
      await nodeDisk.writeFile(path, text, mode);
    };
    const full = makeCertificateFiles({ directory: folder.path, roots: [], disk: { ...nodeDisk, writeFile: writeFull } });
    expect(await errorOf(full.write(PLACE, second.serial, second.pem))).to.have.property('code', 'ENOSPC');
    expect((await readdir(join(folder.path, 'shop.example'))).sort()).to.deep.equal([first.serial, 'current'].sort());
    expect(await served()).to.deep.equal(first.pem);
  });

  it('knows before there is an issue whether it could be written, and leaves nothing behind', async () => {
    await files.tryWriting(PLACE);
    expect(await readdir(join(folder.path, 'shop.example'))).to.deep.equal([]);
    const writeHalf: typeof nodeDisk.writeFile = async (path, text, mode) => {
      await nodeDisk.writeFile(path, text.slice(1), mode);
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    };
    const full = makeCertificateFiles({ directory: folder.path, roots: [], disk: { ...nodeDisk, writeFile: writeHalf } });
    expect(await errorOf(full.tryWriting(PLACE))).to.have.property('code', 'ENOSPC');
    expect(await readdir(join(folder.path, 'shop.example'))).to.deep.equal([]);
    await rm(folder.path, { recursive: true });
    await writeFile(folder.path, '');
    expect(await errorOf(files.tryWriting(PLACE))).to.have.property('code', 'ENOTDIR');
    await rm(folder.path);
    await mkdir(folder.path);
  });

  it('makes one default certificate, whose key fits, and keeps it', async () => {
    const { certPath, keyPath } = await files.defaultCertificate();
    const [pem, key] = [await readFile(certPath, 'utf8'), await readFile(keyPath, 'utf8')];
    const again = makeCertificateFiles({ directory: folder.path, roots: [] });
    expect(await again.defaultCertificate()).to.deep.equal({ certPath, keyPath });
    expect(await readFile(certPath, 'utf8')).to.equal(pem);
    expect(files.inspect({ fullchain: pem, privateKey: key }, [], new Date()).renewalId).to.equal(null);
    expect(new X509Certificate(pem).checkHost('shop.example')).to.equal(undefined);
  });

  it('serves a whole pair, whichever step of publishing a process was killed at', async function () {
    this.timeout(60_000);
    await put(first);
    let killed = 0;
    for (;;) {
      const { signal } = await runModule(publisherKilledAt(killed + 1, folder.path, second));
      expect([first.pem, second.pem], `killed at step ${killed + 1}`).to.deep.include(await served());
      if (signal === null) break;
      killed += 1;
      // Whoever comes next finds its way, and clears up.
      await put(second);
      expect(await served()).to.deep.equal(second.pem);
      expect((await readdir(join(folder.path, 'shop.example'))).filter((name) => name.startsWith('.'))).to.deep.equal([]);
      await rm(join(folder.path, 'shop.example'), { recursive: true });
      await put(first);
    }
    expect(killed).to.be.at.least(9);
  });

  describe('looked at before they are used', () => {
    const now = new Date();
    const faultOf = (pem: Issue['pem'], names: readonly string[] = ['shop.example'], at = now) => {
      try {
        return files.inspect(pem, names, at).serial;
      } catch (error) {
        if (error instanceof UnusableCertificate) return error.message;
        throw error;
      }
    };

    it('are refused unless key, chain, names and dates fit', () => {
      const old = anIssuedPem({ notBefore: new Date('2020-01-01') });
      expect(faultOf(first.pem)).to.equal('0a01');
      expect(faultOf({ ...first.pem, privateKey: second.pem.privateKey })).to.match(/key/);
      expect(faultOf({ ...first.pem, privateKey: 'none' })).to.match(/key/);
      expect(faultOf({ ...first.pem, fullchain: first.pem.fullchain + second.pem.fullchain })).to.match(/chain/);
      expect(faultOf({ ...first.pem, fullchain: '' })).to.match(/no certificate/);
      expect(faultOf({ ...first.pem, fullchain: first.pem.fullchain.replace('MII', 'AAA') })).to.match(/read/);
      expect(faultOf(first.pem, ['shop.example', 'www.shop.example'])).to.match(/www\.shop\.example/);
      expect(faultOf(anIssuedPem({ names: ['*.shop.example'] }).pem, ['www.shop.example'])).to.match(/www\.shop\.example/);
      expect(faultOf(old.pem)).to.match(/expired/);
    });

    it('are called by directories as in the example of RFC 9773', () => {
      const issuerKeyId = Buffer.from('69885b6b87464041e1b37b847ba0ae2cde01c8d4', 'hex');
      const { pem } = anIssuedPem({ serial: '0087654321', issuerKeyId });
      expect(files.inspect(pem, [], now).renewalId).to.equal('aYhba4dGQEHhs3uEe6CuLN4ByNQ.AIdlQyE');
    });
  });
});

/** A process that publishes the issue, and kills itself just before the step of this number. */
function publisherKilledAt(step: number, directory: string, { serial, pem }: { serial: string; pem: unknown }): string {
  return `
    import { makeCertificateFiles } from ${JSON.stringify(FILES_MODULE)};
    import { nodeDisk } from ${JSON.stringify(DISK_MODULE)};
    let steps = 0;
    const changes = ['makeDirectory', 'writeFile', 'syncDirectory', 'rename', 'symlink', 'remove'];
    const counted = (change) => (...args) => {
      steps += 1;
      if (steps === ${step}) process.kill(process.pid, 'SIGKILL');
      return change(...args);
    };
    const disk = { ...nodeDisk, ...Object.fromEntries(changes.map((name) => [name, counted(nodeDisk[name])])) };
    const files = makeCertificateFiles({ directory: ${JSON.stringify(directory)}, roots: [], disk });
    const place = ${JSON.stringify(PLACE)};
    await files.write(place, ${JSON.stringify(serial)}, ${JSON.stringify(pem)});
    await files.publish(place, ${JSON.stringify(serial)});`;
}
