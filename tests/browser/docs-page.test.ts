import { addHealthRoutes } from '@comptoir/adapters-http/kit/health-routes.js';
import { makeHostApp } from '@comptoir/adapters-http/kit/koa-app.js';
import { makeRouter, mountRoutes } from '@comptoir/adapters-http/kit/mount-routes.js';
import { addDocsRoutes } from '@comptoir/adapters-http/openapi/docs-routes.js';
import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import { hostOptions } from '../adapters-http/kit/host.js';
import { platformDocument, storefrontDocument } from '../adapters-http/openapi/documents.js';
import { closeAll, serve } from '../adapters-http/serve.js';
import { launchChromium, openPage, type WatchedPage, wordsOf } from './support.js';

describe('the API reference in a browser', function () {
  this.timeout(60_000);
  let browser: Browser;
  let opened: WatchedPage | undefined;

  before(async function () {
    browser = await launchChromium(this);
  });

  after(() => browser?.close());

  afterEach(async () => {
    await opened?.context.close();
    await closeAll();
    expect(opened?.offences, 'no error, nothing the policy refused, no request to another host').to.deep.equal([]);
    opened = undefined;
  });

  async function open(title: string, document: (origin: string) => object): Promise<Page> {
    const app = makeHostApp('docs', hostOptions());
    const router = makeRouter();
    addDocsRoutes(router, { document: () => document(origin), title });
    addHealthRoutes(router, hostOptions());
    mountRoutes(app, router);
    const origin = await serve(app.callback());
    opened = await openPage(browser, `${origin}/docs`, { viewport: { width: 1280, height: 1800 } });
    return opened.page;
  }

  it('shows every operation of the storefront, with its answers', async () => {
    const page = await open('Comptoir storefront', storefrontDocument);
    await page.locator('.opblock').first().waitFor();
    expect(await page.title()).to.equal('Comptoir storefront');
    const { paths, webhooks = {} } = storefrontDocument();
    const operations = [...Object.values(paths), ...Object.values(webhooks)].flatMap((item) => Object.keys(item));
    expect(await page.locator('.opblock').count()).to.equal(operations.length);
    await page.locator('#operations-Menus_and_takeaway_orders-place-order .opblock-summary-control').click();
    await page.getByText('till_unreachable').first().waitFor();
    expect(await wordsOf(page.locator('.opblock-body'))).to.include('galette-complete');
  });

  it('makes calls that a reader tries', async () => {
    const page = await open('Comptoir storefront', storefrontDocument);
    const health = page.locator('#operations-Health-healthz');
    await health.locator('.opblock-summary-control').click();
    await health.getByRole('button', { name: 'Try it out' }).click();
    await health.getByRole('button', { name: 'Execute' }).click();
    await health.locator('.live-responses-table').getByText('200').waitFor();
    expect(await wordsOf(health.locator('.live-responses-table'))).to.include('"ok": true');
  });

  it('shows the procedures of the platform under their router, and finds them', async () => {
    const page = await open('Comptoir platform', platformDocument);
    await page.locator('.opblock-tag').first().waitFor();
    const sections = await wordsOf(page.locator('.opblock-tag'));
    for (const section of ['orders', 'categories', 'REST bridge', 'Sign-in', 'Feeds']) expect(sections).to.include(section);
    await page.locator('.operation-filter-input').fill('categories');
    await page.locator('#operations-tag-orders').waitFor({ state: 'detached' });
    // So many operations are drawn when their section is opened, not before. What the platform calls has no sections.
    expect(await page.locator('.opblock:not(.webhooks .opblock)').count()).to.equal(0);
    expect(await page.locator('.webhooks .opblock').count()).to.equal(Object.keys(platformDocument().webhooks ?? {}).length);
    await page.locator('#operations-tag-categories').click();
    const create = page.locator('.opblock').filter({ has: page.locator('[data-path="/api/rpc/categories.create"]') });
    await create.locator('.opblock-summary-control').click();
    await page.getByText('Idempotency-Key').first().waitFor();
    expect(await wordsOf(page.locator('.opblock-body'))).to.include('duplicate');
  });
});
