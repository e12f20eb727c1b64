import { makeMemoryPersistence } from '@comptoir/core/memory-persistence.js';
import { makeMemoryPhotoFiles } from '@comptoir/core/photos/memory-photo-files.js';
import type { PhotoFiles } from '@comptoir/core/photos/photo-files.js';
import { photoPath } from '@comptoir/core/photos/photo-path.js';
import { expect } from 'chai';
import { aProduct, DAY_MS, establish, HOUR_MS } from '../../suites/builders.js';
import { errorOf, refusalOf } from '../../suites/suite.js';
import { aPlainPicture, plainPhotos } from '../../support/service-deps.js';
import { aBench } from '../support.js';

const PICTURE = aPlainPicture();

async function aShopWindow(photoFiles: PhotoFiles = makeMemoryPhotoFiles()) {
  const bench = aBench(makeMemoryPersistence(), { photoFiles });
  const { services, persistence } = bench;
  const put = async (changes: Parameters<typeof aProduct>[0] = {}) => {
    const { scope, site } = await establish(persistence);
    const product = aProduct(changes);
    await persistence.transact(scope, ({ products }) => products.create(scope, [product]));
    return { scope, site, id: product.id };
  };
  const attach = async ({ scope, id }: Awaited<ReturnType<typeof put>>, bytes = PICTURE) =>
    services.photos.attach(scope, id, await services.photos.render(bytes));
  return { ...bench, photoFiles, put, attach };
}

describe('the photo of an item', () => {
  it('is what was uploaded last, kept in every width', async () => {
    const { photoFiles, put, attach, persistence } = await aShopWindow();
    const item = await put({ photo: 'https://example.com/old.jpg' });
    const rendered = await plainPhotos.render(PICTURE);

    const product = await attach(item);

    expect(product).to.include({ photo: photoPath(rendered), version: 2 });
    expect((await persistence.views.products.get(item.scope, item.id))?.photo).to.equal(photoPath(rendered));
    for (const { width, bytes } of rendered.files) {
      expect(Buffer.from((await photoFiles.open({ hash: rendered.hash, width })) ?? []).equals(bytes)).to.equal(true);
    }
  });

  it('changes what the public sees: the version of the establishment is raised', async () => {
    const { put, attach, persistence } = await aShopWindow();
    const item = await put();
    const version = async () => (await persistence.views.sites.versionBySlug(item.site.slug))?.version ?? 0;
    const before = await version();
    await attach(item);
    expect(await version()).to.be.greaterThan(before);
  });

  it('gives way to an address, and can be taken away', async () => {
    const { put, attach, services } = await aShopWindow();
    const { scope, id } = await put();
    await attach({ scope, id } as Awaited<ReturnType<typeof put>>);
    expect((await services.products.update(scope, id, { photo: '/elsewhere.jpg' })).photo).to.equal('/elsewhere.jpg');
    expect((await services.photos.detach(scope, id)).photo).to.equal(null);
  });

  it('is kept for no item that refuses it', async () => {
    const { photoFiles, put, attach, services } = await aShopWindow();
    const [own, synced, deleted] = [await put(), await put({ managedBy: 'sync' }), await put({ deletedAt: new Date(0) })];
    const stranger = { ...own, id: synced.id };
    for (const [item, code] of [
      [synced, 'managed_by_sync'],
      [deleted, 'unknown_item'],
      [stranger, 'unknown_item'],
    ] as const) {
      expect((await refusalOf(attach(item))).code).to.equal(code);
      expect((await refusalOf(services.photos.detach(item.scope, item.id))).code).to.equal(code);
    }
    const photo = await services.photos.render(PICTURE);
    expect((await refusalOf(services.photos.attach(own.scope, own.id, photo, { ifVersion: 9 }))).code).to.equal('stale');
    expect(await photoFiles.list()).to.deep.equal([]);
  });

  it('is not given when it cannot be kept', async () => {
    const broken: PhotoFiles = { ...makeMemoryPhotoFiles(), put: () => Promise.reject(new Error('the disk is full')) };
    const { put, attach, persistence } = await aShopWindow(broken);
    const item = await put();
    expect(String(await errorOf(attach(item)))).to.include('the disk is full');
    expect(await persistence.views.products.get(item.scope, item.id)).to.include({ photo: null, version: 1 });
  });
});

describe('photos that nobody uses', () => {
  it('go a week after they were last seen in use, and not while another tenant uses them', async () => {
    const { photoFiles, put, attach, services, clock } = await aShopWindow();
    const [one, other] = [await put(), await put()];
    const { hash } = await services.photos.render(PICTURE);
    await attach(one);
    await attach(other);
    expect(await photoFiles.list()).to.deep.equal([hash]);

    await services.photos.detach(one.scope, one.id);
    clock.advance(30 * DAY_MS);
    expect((await services.housekeeping.sweep()).photos).to.equal(0);

    await services.photos.detach(other.scope, other.id);
    expect((await services.housekeeping.sweep()).photos).to.equal(0);
    clock.advance(7 * DAY_MS);
    expect((await services.housekeeping.sweep()).photos).to.equal(0);
    clock.advance(1);
    expect((await services.housekeeping.sweep()).photos).to.equal(1);
    expect(await photoFiles.list()).to.deep.equal([]);
  });

  it('come back when they are uploaded again', async () => {
    const { photoFiles, put, attach, services, clock } = await aShopWindow();
    const item = await put();
    await attach(item);
    await services.photos.detach(item.scope, item.id);
    await services.housekeeping.sweep();
    clock.advance(6 * DAY_MS);
    await attach(item);
    clock.advance(2 * DAY_MS);
    await services.housekeeping.sweep();
    expect(await photoFiles.list()).to.have.length(1);
  });

  it('are also those whose upload broke off before its transaction ended', async () => {
    const { photoFiles, services, clock } = await aShopWindow();
    await photoFiles.put({ hash: 'ab'.repeat(32), width: 320 }, PICTURE);
    await services.housekeeping.sweep();
    expect(await photoFiles.list()).to.have.length(1);
    clock.advance(7 * DAY_MS + HOUR_MS);
    expect((await services.housekeeping.sweep()).photos).to.equal(1);
    expect(await photoFiles.list()).to.deep.equal([]);
  });
});
