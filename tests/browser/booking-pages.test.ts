import { makeTicketRenderer } from '@comptoir/adapters-sdk/tickets/ticket-renderer.js';
import { HOLD_MINUTES } from '@comptoir/core/ticketing/booking-service.js';
import { expect } from 'chai';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { getDocumentProxy } from 'unpdf';
import { MINUTE_MS } from '../suites/builders.js';
import { type Museum, openMuseum } from './museum-world.js';
import { type PageHost, startPageHost } from './page-host.js';
import { readQr } from './read-qr.js';
import { axeFaults, DESKTOP, PHONE, smallTargets, watchedBrowser, wordsOf } from './support.js';

const PAGE = '/billetterie/musee-test';

describe('booking tickets in a browser', function () {
  this.timeout(90_000);
  const browser = watchedBrowser(() => host.close());
  let host: PageHost;
  let museum: Museum;

  beforeEach(async () => {
    host = await startPageHost([], { ticketRenderer: makeTicketRenderer() });
    museum = await openMuseum(host);
  });

  const open = (path: string, options: BrowserContextOptions = DESKTOP): Promise<Page> => browser.open(host.url + path, options);
  const link = (sessionId = museum.sessions.open) => `#o=${museum.tourId}&d=${museum.day}&s=${sessionId}`;
  const bookingAt = (page: Page) => host.services.bookings.find(new URL(page.url()).pathname.split('/').at(-1) ?? '');

  /** A booking made elsewhere: two at 9 €, completed as told. */
  async function booked(payment: 'at_pickup' | 'card'): Promise<string> {
    const { bookings } = host.services;
    const [rate] = (await host.services.ticketCounter.open('musee-test', 'fr')).offers[0]?.rates ?? [];
    if (rate === undefined) throw new Error('The tour has no rate.');
    const wanted = { sessionId: museum.sessions.open, lines: [{ rateId: rate.id, quantity: 2 }] };
    const { booking } = await bookings.hold('musee-test', wanted, 'fr', null);
    await bookings.complete(booking.order.id, { name: 'Ada', email: null, phone: null }, payment);
    return booking.order.id;
  }

  /** Opens the link, takes two at the full price and holds them. */
  async function hold(path = PAGE + link(), options: BrowserContextOptions = DESKTOP): Promise<Page> {
    const page = await open(path, options);
    await take(page, 2);
    await page.locator('.order-foot .button').click();
    await page.locator('#hold-title').waitFor();
    return page;
  }

  async function take(page: Page, count: number): Promise<void> {
    const more = page.locator('.rate').first().getByRole('button').last();
    await more.waitFor();
    for (let taken = 0; taken < count; taken += 1) await more.click();
  }

  async function pdfOf(page: Page): Promise<string> {
    const address = await page.locator('a[download]').getAttribute('href');
    const answer = await fetch(host.url + address);
    expect(answer.headers.get('content-type')).to.equal('application/pdf');
    expect(answer.headers.get('content-disposition')).to.match(/^attachment; filename="billets-\S+\.pdf"$/);
    const pdf = await getDocumentProxy(new Uint8Array(await answer.arrayBuffer()));
    const { items } = await (await pdf.getPage(1)).getTextContent();
    return items.flatMap((item) => ('str' in item ? item.str : [])).join(' ');
  }

  it('leads from a link to tickets that are paid at the desk, each with a QR code that holds its code', async () => {
    const page = await hold();
    expect(await wordsOf(page.locator('.hold__wanted'))).to.match(
      /Les coulisses des ondes.*2 × Plein tarif.*18,00 €.*Places gardées encore\s+\d+:\d\d/s,
    );
    expect(await axeFaults(page)).to.deep.equal([]);
    await page.getByLabel('Nom').fill('Ada Lovelace');
    await page.getByLabel('E-mail').fill('ada@example.fr');
    await page.getByRole('button', { name: 'Confirmer la réservation' }).click();

    await page.waitForURL('**/commande/*');
    expect(await wordsOf(page.locator('.ticket__status'))).to.include('C’est réservé !');
    const { order, tickets } = await bookingAt(page);
    expect(order).to.nested.include({ status: 'confirmed', 'customer.name': 'Ada Lovelace', 'customer.email': 'ada@example.fr' });
    const shown = await Promise.all((await page.locator('.qr').all()).map((code) => code.screenshot()));
    const read = await readQr(browser, shown);
    expect(read).to.deep.equal(tickets.map(({ code }) => code));
    const printed = await pdfOf(page);
    for (const { code } of tickets) expect(printed.replaceAll(' ', '')).to.include(code);
    expect(printed).to.include('Ada Lovelace').and.to.include('À régler à l’accueil');
    expect(await axeFaults(page)).to.deep.equal([]);
  });

  it('leads over the payment by card, in the language it was begun in, on a phone in the dark', async () => {
    await host.takeCards(museum.scope);
    const page = await hold(`/de/tickets/musee-test${link()}`, { ...PHONE, colorScheme: 'dark' });
    expect(await smallTargets(page)).to.deep.equal([]);
    await page.getByLabel('Name').fill('Ada');
    await page.getByLabel('Mit Bankkarte, jetzt').check();
    expect(await axeFaults(page)).to.deep.equal([]);
    await page.getByRole('button', { name: '18,00 € zahlen' }).click();

    await page.waitForURL('**/sandbox/checkout/*');
    await page.locator('form[action$="/pay"] button').click();
    await page.waitForURL('**/de/tickets/musee-test/order/*');
    expect(await wordsOf(page.locator('main'))).to.match(/Gebucht!.*Hinter den Wellen.*Mit Bankkarte bezahlt/s);
    expect((await bookingAt(page)).tickets).to.have.length(2);
    expect(await axeFaults(page)).to.deep.equal([]);
    expect(await smallTargets(page)).to.deep.equal([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'it fits').to.equal(true);
  });

  it('shows tickets on an open page as soon as they are paid elsewhere', async () => {
    await host.takeCards(museum.scope);
    const path = `${PAGE}/commande/${await booked('card')}`;
    const page = await open(path);
    expect(await wordsOf(page.locator('.ticket__top'))).to.match(
      /Votre paiement est attendu.*Payer 18,00 € maintenant.*Vos places sont gardées jusqu’à/s,
    );
    expect(await page.locator('.qr').count()).to.equal(0);
    const elsewhere = await open(path, { ...PHONE, javaScriptEnabled: false });
    await elsewhere.getByRole('button', { name: /^Payer 18,00/ }).click();
    await elsewhere.locator('form[action$="/pay"] button').click();
    await elsewhere.getByText('C’est réservé !').waitFor();
    await page.getByText('C’est réservé !').waitFor();
    expect(await page.locator('.qr').count()).to.equal(2);
  });

  it('lets a guest pay at the desk after all', async () => {
    await host.takeCards(museum.scope);
    const page = await open(`${PAGE}/commande/${await booked('card')}`);
    await page.getByRole('button', { name: 'Payer plutôt à l’accueil' }).click();
    await page.getByText('C’est réservé !').waitFor();
    expect(await wordsOf(page.locator('.receipt'))).to.include('À régler à l’accueil');
  });

  it('says when the time to finish is over, and lets start again with the same choices', async () => {
    const page = await open(PAGE + link());
    await page.clock.install();
    await take(page, 2);
    await page.locator('.order-foot .button').click();
    await page.locator('#hold-title').waitFor();
    await page.clock.runFor((HOLD_MINUTES - 2) * MINUTE_MS);
    await page.getByText(/^Vos places sont gardées encore (?:2 minutes|une minute)\.$/).waitFor({ state: 'attached' });
    await page.clock.runFor(3 * MINUTE_MS);
    await page.getByRole('heading', { name: 'Le temps est écoulé' }).waitFor();
    expect(await wordsOf(page.getByRole('alert'))).to.include('rien n’a été débité');
    expect(await axeFaults(page)).to.deep.equal([]);
    await page.clock.resume();
    await page.getByRole('button', { name: 'Recommencer' }).click();
    await page.getByRole('heading', { name: 'Combien de billets ?' }).waitFor();
    expect(await wordsOf(page.locator('.order-foot .total'))).to.match(/2 billets\s*18,00 €/);
  });

  it('says so when the places were given to others meanwhile', async () => {
    const page = await hold();
    host.clock.advance((HOLD_MINUTES + 1) * MINUTE_MS);
    await host.services.bookings.expire();
    await page.getByLabel('Nom').fill('Ada');
    await page.getByRole('button', { name: 'Confirmer la réservation' }).click();
    await page.getByRole('heading', { name: 'Le temps est écoulé' }).waitFor();
  });

  it('finds the places that are held again after a reload, and lets go of them', async () => {
    const page = await hold();
    await page.reload();
    await page.locator('#hold-title').waitFor();
    await page.getByRole('button', { name: 'Changer de places' }).click();
    await page.getByRole('heading', { name: 'Combien de billets ?' }).waitFor();
    await page.waitForFunction(() => sessionStorage.getItem('comptoir.hold.musee-test') === null);
  });

  it('says how many places are left when others were quicker', async () => {
    const page = await open(PAGE + link(museum.sessions.small));
    await take(page, 3);
    await page.getByText('3 billets au plus pour cette séance.').waitFor();
    const [rate] = (await host.services.ticketCounter.open('musee-test', 'fr')).offers[0]?.rates ?? [];
    const lines = [{ rateId: rate?.id ?? '', quantity: 2 }];
    await host.services.bookings.hold('musee-test', { sessionId: museum.sessions.small, lines }, 'fr', null);
    await page.locator('.order-foot .button').click();
    await page.getByRole('alert').getByText(/place/).waitFor();
    expect(await page.locator('#hold-title').count()).to.equal(0);
    await page.getByText('Plus qu’une place').waitFor();
  });

  it('asks for what is missing at the field itself', async () => {
    const page = await hold();
    await page.getByRole('button', { name: 'Confirmer la réservation' }).click();
    await page.getByText('Indiquez le nom de la réservation.').waitFor();
    await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'name');
  });

  it('cancels after asking once more, without JavaScript too', async () => {
    const id = await booked('at_pickup');
    const page = await open(`/en/tickets/musee-test/order/${id}`, { ...PHONE, javaScriptEnabled: false });
    await page.getByText('Cancel the booking').click();
    expect(await wordsOf(page.locator('.cancel'))).to.include('This cannot be undone.');
    await page.getByRole('button', { name: 'Yes, cancel my booking' }).click();
    await page.getByText('The booking is cancelled').waitFor();
    expect(await page.locator('.qr').count()).to.equal(0);
    expect((await host.services.bookings.find(id)).order.status).to.equal('cancelled');
  });

  it('says that money comes back when a paid booking is cancelled, until it has', async () => {
    await host.takeCards(museum.scope);
    const page = await open(`${PAGE}/commande/${await booked('card')}`);
    await page.getByRole('button', { name: /^Payer 18,00/ }).click();
    await page.locator('form[action$="/pay"] button').click();
    await page.getByText('Annuler la réservation').click();
    expect(await wordsOf(page.locator('.cancel'))).to.include('Ce que vous avez payé vous sera rendu.');
    await page.getByRole('button', { name: 'Oui, annuler ma réservation' }).click();
    await page.getByText('sans rien faire').waitFor();
    await host.services.paymentWork.run();
    await page.getByText('vous a été rendu').waitFor();
  });

  it('is told to no search engine, cache or other site, and is nothing to whoever does not know it', async () => {
    const id = await booked('at_pickup');
    for (const path of [`${PAGE}/commande/${id}`, `/es/tickets/musee-test/order/${id}`, `${PAGE}/commande/${id}/pdf`]) {
      const { status, headers } = await fetch(host.url + path);
      expect(status, path).to.equal(200);
      expect(headers.get('cache-control'), path).to.equal('no-store');
      expect(headers.get('referrer-policy'), path).to.equal('no-referrer');
      expect(headers.get('x-robots-tag'), path).to.equal('noindex, nofollow');
    }
    expect(await (await fetch(`${host.url}${PAGE}/commande/${id}`)).text()).to.include('<meta name="robots" content="noindex"');
    for (const path of [
      `${PAGE}/commande/${id}0`,
      `/billetterie/autre/commande/${id}`,
      `${PAGE}/commande/x/pdf`,
      `/de/tickets/musee-test/order/x`,
    ]) {
      const answer = await fetch(host.url + path);
      expect(answer.status, path).to.equal(404);
      expect(await answer.text(), path).not.to.include('Musée Test');
    }
  });
});
