import { createHash, randomBytes } from 'node:crypto';
import type { PhotoFiles } from '@comptoir/core/photos/photo-files.js';
import { expect } from 'chai';
import { atOnce } from './suite.js';

/** What any keeping of photos must do. `open` gives one that keeps nothing yet. */
export function exercisePhotoFiles(name: string, open: () => Promise<PhotoFiles>): void {
  describe(`PhotoFiles: ${name}`, () => {
    let files: PhotoFiles;
    beforeEach(async () => {
      files = await open();
    });

    it('gives back what was put, byte by byte, as often as it is asked', async () => {
      const hash = aHash();
      const bytes = randomBytes(70_000);
      await files.put({ hash, width: 640 }, bytes);

      for (const _ of [1, 2]) expect(bytesOf(await files.open({ hash, width: 640 }))).to.equal(bytesOf(bytes));
    });

    it('knows nothing of other widths and other photos', async () => {
      const hash = aHash();
      await files.put({ hash, width: 640 }, randomBytes(9));

      expect(await files.open({ hash, width: 320 })).to.equal(null);
      expect(await files.open({ hash: aHash(), width: 640 })).to.equal(null);
      expect(await files.open({ hash: `${hash.slice(0, 63)}${hash.endsWith('0') ? '1' : '0'}`, width: 640 })).to.equal(null);
    });

    it('keeps what is there when the same name is put again, also by many at once', async () => {
      const hash = aHash();
      await atOnce(5, () => files.put({ hash, width: 320 }, Buffer.from('first')));
      await files.put({ hash, width: 320 }, Buffer.from('second'));

      expect(bytesOf(await files.open({ hash, width: 320 }))).to.equal(bytesOf(Buffer.from('first')));
    });

    it('keeps a copy: what the caller does with its bytes afterwards changes nothing', async () => {
      const hash = aHash();
      const bytes = Buffer.from('as it was');
      await files.put({ hash, width: 320 }, bytes);
      bytes.fill(0);

      expect(bytesOf(await files.open({ hash, width: 320 }))).to.equal(bytesOf(Buffer.from('as it was')));
    });

    it('deletes every width of a photo, and no other photo', async () => {
      const hash = aHash();
      const beside = hash.slice(0, 2) + aHash().slice(2);
      for (const width of [320, 640]) await files.put({ hash, width }, randomBytes(9));
      await files.put({ hash: beside, width: 320 }, randomBytes(9));

      await files.delete(hash);
      await files.delete(aHash());

      for (const width of [320, 640]) expect(await files.open({ hash, width })).to.equal(null);
      expect(await files.list()).to.deep.equal([beside]);
    });

    it('lists every photo once, whatever widths it has', async () => {
      expect(await files.list()).to.deep.equal([]);
      const hashes = [aHash(), aHash(), aHash()];
      for (const hash of hashes) {
        for (const width of [320, 640, 1280]) await files.put({ hash, width }, randomBytes(9));
      }

      expect(await files.list()).to.have.members(hashes);
      expect(await files.list()).to.have.length(3);
    });
  });
}

function aHash(): string {
  return createHash('sha256').update(randomBytes(16)).digest('hex');
}

function bytesOf(bytes: Uint8Array | null): string | null {
  return bytes === null ? null : Buffer.from(bytes).toString('base64');
}
