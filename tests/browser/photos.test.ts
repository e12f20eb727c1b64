import { makePhotoRenderer } from '@comptoir/app/adapters/photo-renderer.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { expect } from 'chai';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { aPhoneJpeg } from '../support/pictures.js';
import { type PageHost, startPageHost } from './page-host.js';
import { openShop } from './shop-world.js';
import { DESKTOP, PHONE, watchedBrowser } from './support.js';

describe('an uploaded photo in a browser', function () {
  this.timeout(60_000);
  const browser = watchedBrowser(() => host.close());
  const { render } = makePhotoRenderer();
  let host: PageHost;
  let scope: Scope;

  beforeEach(async () => {
    host = await startPageHost();
    scope = await openShop(host);
  });

  const open = (path: string, options: BrowserContextOptions): Promise<Page> => browser.open(host.url + path, options);

  async function upload(itemId: string): Promise<void> {
    await host.services.photos.attach(scope, itemId, await render(await aPhoneJpeg(1600, 1200)));
  }

  /** What the browser made of it, once it has loaded. */
  function shown(photo: Locator) {
    return photo.evaluate(async (element) => {
      if (!(element instanceof HTMLImageElement)) throw new Error('This is no picture.');
      await element.decode();
      return {
        file: element.currentSrc.replace(/^.*-/, ''),
        isUpright: element.naturalHeight > element.naturalWidth,
      };
    });
  }

  it('is shown upright on the shelf and on the page of the item, in a width that fits the screen', async () => {
    await upload('bol');
    const shelf = (await open('/boutique/atelier-test', { ...DESKTOP, deviceScaleFactor: 1 })).locator('.plate__photo').first();
    expect(await shown(shelf)).to.deep.equal({ file: '320.webp', isUpright: true });
    const item = (await open('/boutique/atelier-test/bol', { ...DESKTOP, deviceScaleFactor: 2 })).locator('.product .plate__photo');
    expect(await shown(item)).to.deep.equal({ file: '1200.webp', isUpright: true });
  });

  it('is shown small on a menu', async () => {
    scope = await host.open();
    await upload('oeufs');
    const menu = await open('/carte/chez-test', { ...PHONE, deviceScaleFactor: 2 });
    expect(await shown(menu.locator('.dish__photo[srcset]'))).to.deep.equal({ file: '320.webp', isUpright: true });
  });

  it('has its room before it comes', async () => {
    await upload('bol');
    const page = await open('/boutique/atelier-test', PHONE);
    const photo = page.locator('.plate__photo').first();
    const nameAt = () =>
      page
        .locator('.good__name')
        .first()
        .evaluate((name) => name.getBoundingClientRect().top + window.scrollY);
    await shown(photo);
    const withPhoto = await nameAt();

    await photo.evaluate((element) => ['srcset', 'src'].map((name) => element.removeAttribute(name)));

    expect(await nameAt()).to.equal(withPhoto);
  });

  it('gives way to nothing when it is taken away', async () => {
    await upload('carafe');
    await host.services.photos.detach(scope, 'carafe');
    const page = await open('/boutique/atelier-test/carafe', DESKTOP);
    expect(await page.locator('.product .plate__photo').count()).to.equal(0);
    expect(await page.locator('.product .plate__initial').count()).to.equal(1);
  });
});
