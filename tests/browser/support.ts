import { readFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import { expect } from 'chai';
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { chromium } from 'playwright-core';
import { requireProgram } from '../support/requires.js';

export const PHONE: BrowserContextOptions = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };
export const DESKTOP: BrowserContextOptions = { viewport: { width: 1280, height: 900 } };

/** The shell is the same engine without the browser around it: pages take less than half the time in it. */
const ENGINES = ['chromium-headless-shell', 'chromium'] as const;

export function launchChromium(context: Mocha.Context, more: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: requireProgram(context, ...ENGINES),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-sync',
      ...more,
    ],
  });
}

/** A page and everything it did that a public page must not do. */
export interface WatchedPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors, refused loads and requests to other hosts so far. */
  readonly offences: readonly string[];
}

export async function openPage(browser: Browser, address: string, options: BrowserContextOptions = {}): Promise<WatchedPage> {
  const context = await browser.newContext({ locale: 'fr-FR', reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  const offences: string[] = [];
  const { origin } = new URL(address);
  page.on('pageerror', (error) => offences.push(`threw: ${error.message}`));
  page.on('console', (message) => {
    // Calls that fail are part of some tests; assets that do are told below.
    const isCall = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isCall) offences.push(`console: ${message.text()}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400 && new URL(response.url()).pathname.startsWith('/assets/')) offences.push(`missed ${response.url()}`);
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(origin) && !request.url().startsWith('data:')) offences.push(`requested ${request.url()}`);
  });
  await page.goto(address);
  return { page, context, offences };
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The words a reader sees, with plain spaces. */
export async function wordsOf(locator: Locator): Promise<string> {
  return (await locator.allInnerTexts()).join('\n').replace(/[\u00a0\u202f]/g, ' ');
}

/** What axe finds wrong with the page as it stands, as `rule: elements`. */
export async function axeFaults(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const violations = await page.evaluate(async () => {
    const { axe: engine } = globalThis as unknown as { axe: typeof axe };
    const { violations: found } = await engine.run(document, { resultTypes: ['violations'] });
    return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  });
  return violations;
}

/** Controls that are smaller than a fingertip, as `name width×height`. The link of a card is all of the card, which its box does not show. */
export function smallTargets(page: Page): Promise<string[]> {
  return page.locator('button:visible, a:visible:not(.notice a, .good__name a)').evaluateAll((elements) =>
    elements
      .map((element) => ({ name: element.textContent, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && (box.height < 43.5 || box.width < 43.5))
      .map(({ name, box }) => `${name} ${box.width}×${box.height}`),
  );
}

/** Compressed bytes of a page, then of the script and the styles it loads. */
export async function firstLoadSizes(origin: string, path: string, encoding: 'gzip' | 'br'): Promise<number[]> {
  const html = await (await fetch(origin + path)).text();
  const assets = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].flatMap(([, asset]) => asset ?? []);
  return Promise.all([path, ...assets].map((one) => compressedSize(origin + one, encoding)));
}

/** Presses Tab until the button with this text or the field with this name has the focus. */
export async function tabTo(page: Page, wanted: string): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    const reached = await page.evaluate(() => [document.activeElement?.getAttribute('name'), document.activeElement?.textContent]);
    if (reached.includes(wanted)) return;
  }
  throw new Error(`"${wanted}" cannot be reached by Tab.`);
}

/** What the browser keeps under the name. */
export function kept(page: Page, name: string): Promise<string | null> {
  return page.evaluate((key) => localStorage.getItem(key), name);
}

/** Bytes of the body as it travels; `fetch` would hide them. */
function compressedSize(address: string, encoding: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(address, { headers: { 'Accept-Encoding': encoding } }, (response: IncomingMessage) => {
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
      });
      response.on('end', () =>
        response.headers['content-encoding'] === encoding ? resolve(size) : reject(new Error(`${address} is not compressed`)),
      );
    }).on('error', reject);
  });
}

export interface WatchedBrowser {
  open(address: string, options?: BrowserContextOptions): Promise<Page>;
  /** A context that nobody watches, for the caller to close. */
  newContext(options: BrowserContextOptions): Promise<BrowserContext>;
}

/**
 * A browser for the tests of the suite it is called in. After each test its pages are closed, then `closeHost` is called, and the
 * test fails when one of the pages did what a public page must not do.
 */
export function watchedBrowser(closeHost: () => Promise<void>, args: readonly string[] = []): WatchedBrowser {
  let browser: Browser;
  let opened: WatchedPage[] = [];

  before(async function () {
    browser = await launchChromium(this, args);
  });

  after(async () => {
    await browser?.close();
  });

  afterEach(async () => {
    const offences = opened.flatMap((watched) => watched.offences);
    for (const { context } of opened) await context.close();
    opened = [];
    await closeHost();
    expect(offences, 'no error, no refused load, no request to another host').to.deep.equal([]);
  });

  return {
    async open(address, options = {}) {
      const watched = await openPage(browser, address, options);
      opened.push(watched);
      return watched.page;
    },
    newContext: (options) => browser.newContext(options),
  };
}
