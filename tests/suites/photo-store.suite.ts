import { createHash, randomUUID } from 'node:crypto';
import type { Product } from '@comptoir/core/catalogue/item.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { photoPath } from '@comptoir/core/photos/photo-path.js';
import type { PhotoStore } from '@comptoir/core/photos/photo-store.js';
import { expect } from 'chai';
import { aProduct, establish, minutesAfter, NOON } from './builders.js';
import { NO_TENANT } from './identity-builders.js';
import { describePort, type Open, signal } from './suite.js';

const LATER = minutesAfter(NOON, 60);

export function exercisePhotoStore(name: string, open: Open): void {
  describePort('PhotoStore', name, open, (persistence) => {
    const photos = <Result>(work: (store: PhotoStore) => Promise<Result>) =>
      persistence.transact(NO_TENANT, (stores) => work(stores.photos));
    /** Of these photos alone: other suites share the persistence. */
    const taken = async (hashes: readonly string[], before: Date, now: Date) => {
      const all = await photos((store) => store.takeUnused(before, now));
      return hashes.filter((hash) => all.includes(hash));
    };
    const shown = (scope: Scope, changes: Partial<Product>) =>
      persistence.transact(scope, async ({ products }) => {
        const product = aProduct(changes);
        await products.create(scope, [product]);
        return product.id;
      });

    it('gives up what nobody has used since, once', async () => {
      const hash = aHash();
      await photos((store) => store.note([hash], NOON));

      expect(await taken([hash], NOON, LATER)).to.deep.equal([]);
      expect(await taken([hash], minutesAfter(NOON, 1), LATER)).to.deep.equal([hash]);
      expect(await taken([hash], minutesAfter(NOON, 1), LATER)).to.deep.equal([]);
    });

    it('keeps what an item of any tenant shows, hidden and deleted ones too', async () => {
      const hashes = [aHash(), aHash(), aHash()] as const;
      const [one, other] = [await establish(persistence), await establish(persistence)];
      await photos((store) => store.note(hashes, NOON));
      await shown(one.scope, { photo: photoPath({ hash: hashes[0], width: 1280 }) });
      await shown(other.scope, { photo: photoPath({ hash: hashes[1], width: 320 }), visible: false });
      await shown(other.scope, { photo: photoPath({ hash: hashes[2], width: 640 }), deletedAt: NOON });

      expect(await taken(hashes, LATER, LATER)).to.deep.equal([]);
    });

    it('counts from when it saw a photo unused, and not while it was used again', async () => {
      const hash = aHash();
      const { scope } = await establish(persistence);
      await photos((store) => store.claim(hash));
      const id = await shown(scope, { photo: photoPath({ hash, width: 1280 }) });
      const show = (photo: string | null) =>
        persistence.transact(scope, ({ products }) => products.change(scope, [id], (before) => ({ ...before, photo })));

      await show(null);
      expect(await taken([hash], NOON, LATER)).to.deep.equal([]);
      await show(photoPath({ hash, width: 1280 }));
      expect(await taken([hash], minutesAfter(LATER, 5), minutesAfter(LATER, 6))).to.deep.equal([]);
      await show('https://example.com/photos/elsewhere.jpg');
      expect(await taken([hash], minutesAfter(LATER, 5), minutesAfter(LATER, 7))).to.deep.equal([]);
      expect(await taken([hash], minutesAfter(LATER, 7), minutesAfter(LATER, 8))).to.deep.equal([]);
      expect(await taken([hash], minutesAfter(LATER, 8), minutesAfter(LATER, 9))).to.deep.equal([hash]);
    });

    it('leaves what is known as it is when it is noted again', async () => {
      const hash = aHash();
      await photos((store) => store.note([hash, aHash()], NOON));
      await photos((store) => store.note([hash], LATER));
      await photos((store) => store.note([], LATER));

      expect(await taken([hash], minutesAfter(NOON, 1), LATER)).to.deep.equal([hash]);
    });

    it('never gives up what is being claimed: it waits, and finds it used', async () => {
      const hash = aHash();
      const { scope } = await establish(persistence);
      await photos((store) => store.note([hash], NOON));
      const [claimed, begun] = [signal(), signal()];

      const upload = persistence.transact(scope, async (stores) => {
        await stores.photos.claim(hash);
        claimed.reach();
        await begun.reached;
        await stores.products.create(scope, [aProduct({ photo: photoPath({ hash, width: 640 }) })]);
      });
      await claimed.reached;
      const sweep = taken([hash], LATER, LATER);
      begun.reach();
      await upload;

      expect(await sweep).to.deep.equal([]);
      expect(await taken([hash], minutesAfter(LATER, 60), minutesAfter(LATER, 61))).to.deep.equal([]);
    });

    it('is undone with its transaction', async () => {
      const hash = aHash();
      await photos(async (store) => {
        await store.note([hash], NOON);
        throw new Error('changed their mind');
      }).catch(() => undefined);

      expect(await taken([hash], LATER, LATER)).to.deep.equal([]);
    });
  });
}

function aHash(): string {
  return createHash('sha256').update(randomUUID()).digest('hex');
}
