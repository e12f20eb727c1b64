import { makeInvoiceRenderer } from '@comptoir/adapters-sdk/invoices/invoice-renderer.js';
import { INVOICE_LANGUAGES, wordsOf } from '@comptoir/core/invoices/words/words-of.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { expect } from 'chai';
import type { Browser } from 'playwright-core';
import { A_SELLER, aDraftInput } from '../suites/invoice-builders.js';
import { type PageHost, startPageHost } from './page-host.js';
import { axeFaults, DESKTOP, launchChromium, openPage, PHONE, wordsOf as shown } from './support.js';

describe('the page of an invoice', function () {
  this.timeout(60_000);
  let browser: Browser;
  let host: PageHost;
  let scope: Scope;
  let token: string;

  before(async function () {
    browser = await launchChromium(this);
    host = await startPageHost([], { invoiceRenderer: makeInvoiceRenderer() });
    scope = await host.open();
    const { invoices, issuedInvoices, unitOfWork } = host.services;
    await unitOfWork(scope, (_services, { settings }) => settings.set(scope, 'invoices.seller', A_SELLER));
    const lines = [
      { name: 'Galette complète', description: 'Jambon, œuf, fromage', quantity: 12, unitPriceCents: 950, taxBasisPoints: 1000 },
      { name: 'Cidre brut', quantity: 6, unitPriceCents: 1250, discountCents: 500, taxBasisPoints: 2000 },
    ];
    const { id } = await invoices.createInvoice(scope, aDraftInput({ lines }));
    await issuedInvoices.recordPayment(scope, id, { amountCents: 5000, means: 'card', at: null, reference: null });
    ({ token } = await issuedInvoices.createLink(scope, id));
  });
  after(async () => {
    await browser?.close();
    await host?.close();
  });

  it('says who, what and how much is left to pay, and has no fault of accessibility, in any language', async () => {
    for (const [index, language] of INVOICE_LANGUAGES.entries()) {
      const [device, scheme] = index % 2 === 0 ? ([PHONE, 'light'] as const) : ([DESKTOP, 'dark'] as const);
      const { page, context, offences } = await openPage(browser, `${host.url}/${language}/invoice/${token}`, {
        ...device,
        colorScheme: scheme,
      });
      const text = await shown(page.locator('body'));
      expect(text, language).to.include(wordsOf(language).open);
      expect(text, language).to.match(/134[.,]00/);
      expect(await page.getAttribute('html', 'lang')).to.equal(language);
      expect(await axeFaults(page), language).to.deep.equal([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${language} fits`).to.equal(true);
      expect(offences).to.deep.equal([]);
      await context.close();
    }
  });

  it('shows what each line comes to on a telephone, and how to pay from abroad', async () => {
    const { invoices, issuedInvoices } = host.services;
    const buyer = { name: 'Salon Weiß', address: { line1: 'Am Tor 1', postcode: '10405', city: 'Berlin', country: 'DE' } };
    const lines = [{ name: 'Aménagement d’une vitrine', quantity: 1.5, unitPriceCents: 123_400, taxBasisPoints: 2000 }];
    const { id } = await invoices.createInvoice(scope, aDraftInput({ buyer, lines }));
    const link = await issuedInvoices.createLink(scope, id);
    const { page, context } = await openPage(browser, `${host.url}/de/invoice/${link.token}`, PHONE);

    const table = page.getByRole('table');
    expect(await table.evaluate((element) => element.scrollWidth <= (element.parentElement?.clientWidth ?? 0))).to.equal(true);
    expect(await shown(table))
      .to.match(/1,5 × 1\.234,00 €/)
      .and.to.match(/1\.851,00 €/);
    expect(await page.getByRole('cell', { name: '1.851,00' }).isVisible()).to.equal(true);
    const words = (await shown(page.locator('main'))).replace(/\s+/g, ' ');
    expect(words).to.include('10405 Berlin Deutschland').and.to.include('35400 Saint-Malo Frankreich');
    expect(words).to.include('IBAN FR76 3000 6000 0112 3456 7890 189');
    expect(await axeFaults(page)).to.deep.equal([]);
    await context.close();
  });

  it('is told to no search engine, cache or other site, and runs nothing', async () => {
    for (const path of [`/facture/${token}`, `/facture/${token}/pdf`]) {
      const { status, headers } = await fetch(host.url + path);
      expect(status, path).to.equal(200);
      expect(headers.get('x-robots-tag')).to.equal('noindex, nofollow');
      expect(headers.get('referrer-policy')).to.equal('no-referrer');
      expect(headers.get('cache-control')).to.equal('no-store');
    }
    const html = await (await fetch(`${host.url}/facture/${token}`)).text();
    expect(html).to.include('<meta name="robots" content="noindex"');
    expect(html).not.to.include('<script');
  });

  it('gives the PDF, to be kept under the number of the invoice', async () => {
    const answer = await fetch(`${host.url}/en/invoice/${token}/pdf`);
    expect(answer.headers.get('content-type')).to.equal('application/pdf');
    expect(answer.headers.get('content-disposition')).to.match(/^attachment; filename="invoice-F\d{4}-000001\.pdf"$/);
    expect(
      Buffer.from(await answer.arrayBuffer())
        .subarray(0, 8)
        .toString(),
    ).to.equal('%PDF-1.7');
  });

  it('is not found in words where the link leads nowhere, and tells nothing apart', async () => {
    const answers = await Promise.all(
      [`/facture/${'0'.repeat(64)}`, '/facture/x', `/facture/${token}0`, `/de/invoice/${token.slice(1)}/pdf`].map((path) =>
        fetch(host.url + path),
      ),
    );
    expect(answers.map(({ status }) => status)).to.deep.equal([404, 404, 404, 404]);
    expect(await answers[0]?.text()).to.include('Facture introuvable');
    expect(await answers[3]?.text()).to.include('Rechnung nicht gefunden');
    expect((await fetch(`${host.url}/xx/invoice/${token}`)).status).to.equal(404);
  });
});
