import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { chromium } from 'playwright-core';
import { requireProgram } from '../support/requires.js';

export function launchChromium(context: Mocha.Context): Promise<Browser> {
  return chromium.launch({
    executablePath: requireProgram(context, 'chromium'),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-sync'],
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
