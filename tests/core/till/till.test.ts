import { closureSnapshot } from '@comptoir/core/journal/register-state.js';
import type { Site } from '@comptoir/core/sites/site.js';
import { RECEIPT_LANGUAGES, RECEIPT_WORDS, receiptLanguageOf } from '@comptoir/core/till/receipt-words.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { establish, HOUR_MS } from '../../suites/builders.js';
import { aRefundDraft, aSaleDraft, aSoldLine } from '../../suites/sale-builders.js';
import { refusalOf } from '../../suites/suite.js';
import { aBench } from '../support.js';

const DAY_MS = 24 * HOUR_MS;
const REQUIRED = { movesGoods: false, shift: 'required' } as const;
const JOINED = { movesGoods: false, shift: 'joined' } as const;

async function aTill(site: Partial<Site> = {}) {
  const bench = aBench();
  const { scope } = await establish(bench.persistence, site);
  const register = await bench.services.till.createRegister(scope, 'Caisse 1');
  const { services } = bench;
  const draft = (cents = 1000) =>
    aSaleDraft({ at: bench.clock.now(), lines: [aSoldLine({ itemId: null, quantity: 1, unitPriceCents: cents, taxBasisPoints: 2000 })] });
  const entriesOf = async (type: 'event' | 'closure' | 'copy' | 'training' | 'sale') =>
    (await services.views.journal.list(scope, { limit: 10_000, type })).items.map(({ snapshot }) => JSON.parse(snapshot));
  return { ...bench, scope, register, draft, entriesOf, till: services.till, sales: services.sales };
}

describe('a shift of a register', () => {
  it('ends with what was expected, counted and missing, by way of payment', async () => {
    const { till, sales, scope, register, draft, services } = await aTill();
    await till.openShift(scope, register.id, 10_000);
    await sales.sell(scope, draft(1500), REQUIRED);
    await sales.sell(scope, { ...draft(2500), payments: [{ method: 'card', amountCents: 2500 }] }, REQUIRED);
    await till.moveCash(scope, register.id, { direction: 'out', amountCents: 500, reason: 'Timbres' });
    await till.moveCash(scope, register.id, { direction: 'in', amountCents: 200, reason: 'Monnaie' });
    expect((await till.report(scope, register.id)).totals).to.deep.include({ count: 2, totalCents: 4000 });
    const { closed } = await till.closeShift(scope, register.id, [{ method: 'cash', amountCents: 11_150 }]);
    expect(closed?.report.methods).to.deep.equal([
      { method: 'cash', expectedCents: 11_200, countedCents: 11_150, differenceCents: -50 },
      { method: 'card', expectedCents: 2500, countedCents: null, differenceCents: null },
    ]);
    expect(closed?.report.perpetual).to.deep.include({ totalCents: 4000, absoluteCents: 4000 });
    expect(closed?.report.totals.taxes).to.deep.equal([{ taxBasisPoints: 2000, netCents: 3333, taxCents: 667 }]);
    expect(await services.journal.verify(scope)).to.deep.include({ problems: [] });
  });

  it('tells the journal of all that happens to it', async () => {
    const { till, sales, scope, register, draft, entriesOf } = await aTill();
    await till.openShift(scope, register.id, 0);
    await till.moveCash(scope, register.id, { direction: 'in', amountCents: 200, reason: 'Monnaie' });
    const priced = await sales.price(scope, draft());
    await till.voidSale(scope, register.name, priced, 'Parti sans payer');
    await till.closeShift(scope, register.id, []);
    expect((await entriesOf('event')).map(({ event }) => event)).to.deep.equal(['shift_opened', 'cash_in', 'voided', 'shift_closed']);
    expect((await entriesOf('closure')).map((one) => closureSnapshot.parse(one).period)).to.deep.equal(['shift']);
  });

  it('is needed by whoever sells at the till, and not by keys, whose sales join it', async () => {
    const { till, sales, scope, register, draft } = await aTill();
    expect((await refusalOf(sales.sell(scope, draft(), REQUIRED))).code).to.equal('no_open_shift');
    expect((await sales.sell(scope, draft(), JOINED)).shiftId).to.equal(null);
    const { id } = await till.openShift(scope, register.id, 0);
    expect((await sales.sell(scope, draft(), JOINED)).shiftId).to.equal(id);
    expect((await sales.sell(scope, { ...draft(), register: 'API' })).shiftId).to.equal(null);
  });

  it('sells nothing more after a day', async () => {
    const { till, sales, scope, register, draft, clock } = await aTill();
    await till.openShift(scope, register.id, 0);
    clock.advance(DAY_MS);
    await sales.sell(scope, draft(), REQUIRED);
    clock.advance(1);
    expect((await refusalOf(sales.sell(scope, draft(), REQUIRED))).code).to.equal('shift_over');
    await till.closeShift(scope, register.id, []);
    expect((await refusalOf(till.closeShift(scope, register.id, []))).code).to.equal('no_open_shift');
  });

  it('adds up with its journal whatever is sold, taken back, opened and closed, day after day', async () => {
    const act = fc.constantFrom('sell', 'refund', 'open', 'close', 'cash', 'day', 'copy');
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 40, size: 'max' }), async (acts) => {
        const { till, sales, services, scope, register, draft, clock } = await aTill();
        const sold: string[] = [];
        for (const [index, name] of acts.entries()) {
          const doing = {
            sell: async () => void sold.push((await sales.sell(scope, draft(100 + index), JOINED)).id),
            refund: async () => {
              const id = sold.pop();
              const [sale] = id === undefined ? [] : await services.views.sales.withRefunds(scope, id);
              if (sale === undefined) return;
              const payments = [{ method: 'cash', amountCents: sale.totalCents }] as const;
              await sales.refund(scope, aRefundDraft(sale.id, { at: clock.now(), payments }), JOINED);
            },
            open: () => till.openShift(scope, register.id, 100),
            close: () => till.closeShift(scope, register.id, []),
            cash: () => till.moveCash(scope, register.id, { direction: 'in', amountCents: 5, reason: 'x' }),
            day: async () => clock.advance(DAY_MS),
            copy: async () => void (sold[0] === undefined || (await services.receipts.duplicate(scope, sold[0]))),
          }[name];
          await doing().catch((error: { code?: string }) => expect(error.code).to.match(/^(shift_open|no_open_shift)$/));
        }
        const report = await services.journal.verify(scope);
        expect(report.problems).to.deep.equal([]);
      }),
      { numRuns: 150 },
    );
  }).timeout(60_000);
});

describe('a register', () => {
  it('keeps its name once something was recorded under it', async () => {
    const { till, scope, register } = await aTill();
    expect((await till.updateRegister(scope, register.id, { name: 'Bar' })).name).to.equal('Bar');
    await till.openShift(scope, register.id, 0);
    expect((await refusalOf(till.updateRegister(scope, register.id, { name: 'Caisse 1' }))).code).to.equal('in_use');
    expect((await refusalOf(till.updateRegister(scope, register.id, { training: true }))).code).to.equal('shift_open');
    expect((await refusalOf(till.deleteRegister(scope, register.id))).code).to.equal('in_use');
    expect((await refusalOf(till.createRegister(scope, 'online'))).code).to.equal('duplicate');
  });

  it('in training records practice apart, with no number of the real series and no goods moved', async () => {
    const { till, sales, services, scope, register, draft, entriesOf } = await aTill();
    await till.updateRegister(scope, register.id, { training: true });
    const { sale, entry } = await sales.practise(scope, draft());
    const { text, training } = await services.receipts.ofPractice(scope, sale, entry);
    expect([sale.number, training]).to.deep.equal([1, true]);
    expect(text).to.include('MODE ÉCOLE');
    expect((await services.views.sales.list(scope, { limit: 50 })).items).to.deep.equal([]);
    expect(await entriesOf('training')).to.have.length(1);
    expect((await refusalOf(sales.sell(scope, draft(), JOINED))).code).to.equal('invalid_request');
    await till.updateRegister(scope, register.id, { training: false });
    expect((await sales.sell(scope, draft(), JOINED)).number).to.equal(1);
    expect((await entriesOf('event')).map(({ event }) => event)).to.deep.equal(['training_began', 'training_ended']);
    expect(await services.journal.verify(scope)).to.deep.include({ problems: [] });
  });
});

describe('a receipt', () => {
  it('shows the characters of the signature that the rules print', async () => {
    const { sales, services, scope, draft } = await aTill();
    const sale = await sales.sell(scope, { ...draft(1990), payments: [{ method: 'cash', amountCents: 1990, tenderedCents: 2000 }] });
    const receipt = await services.receipts.receipt(scope, sale.id);
    const [entry] = (await services.views.journal.list(scope, { limit: 1, type: 'sale' })).items;
    expect(receipt.signature).to.equal([2, 6, 12, 18].map((index) => entry?.signature.charAt(index)).join(''));
    expect(receipt).to.deep.include({ changeCents: 10, copy: null, version: '1.2.3', number: 1 });
    for (const part of ['19,90', '20,00', '0,10', 'Ticket 1', 'Comptoir 1.2.3', receipt.signature]) expect(receipt.text).to.include(part);
    expect(receipt.text).to.not.include('DUPLICATA');
    for (const line of receipt.text.split('\n')) expect(line.length).to.be.at.most(42);
  });

  it('is printed in five languages by the first of the establishment, and in French where that is none of them', async () => {
    const training = {
      fr: 'MODE ÉCOLE',
      en: 'TRAINING',
      de: 'SCHULUNG',
      it: 'FORMAZIONE',
      es: 'FORMACIÓN',
      'de-AT': 'SCHULUNG',
      pt: 'MODE ÉCOLE',
    };
    for (const [language, mark] of Object.entries(training)) {
      const { sales, services, scope, register, till, draft } = await aTill({ languages: [language, 'en'] });
      await till.updateRegister(scope, register.id, { training: true });
      const payments = [{ method: 'meal-voucher', amountCents: 1990 }] as const;
      const { sale, entry } = await sales.practise(scope, { ...draft(1990), payments });
      const { text } = await services.receipts.ofPractice(scope, sale, entry);
      const words = RECEIPT_WORDS[receiptLanguageOf(language)];
      expect(text).to.include(mark).and.to.include(words.total).and.to.include(words.methods['meal-voucher']);
      expect(text).to.include(language === 'en' ? '19.90' : '19,90');
      for (const line of text.split('\n')) expect(line.length, line).to.be.at.most(42);
    }
  });

  it('has room for the words of every language', () => {
    for (const language of RECEIPT_LANGUAGES) {
      const { methods, duplicate, training, net, tax, ...others } = RECEIPT_WORDS[language];
      const written = [...Object.values(methods), ...Object.values(others), `${duplicate} 12`, training, `${tax} 5,50 %  ${net} 12345,67`];
      for (const word of written) expect(word.length, word).to.be.within(2, 32);
    }
  });

  it('printed again is a numbered DUPLICATA that the journal keeps', async () => {
    const { sales, services, scope, draft, entriesOf } = await aTill();
    const { id } = await sales.sell(scope, draft());
    await services.receipts.duplicate(scope, id);
    const second = await services.receipts.duplicate(scope, id);
    expect(second.copy).to.equal(2);
    expect(second.text).to.match(/^ +DUPLICATA 2\n/);
    expect((await entriesOf('copy')).map(({ copy, saleId }) => [copy, saleId])).to.deep.equal([
      [1, id],
      [2, id],
    ]);
    expect((await entriesOf('event')).map(({ event }) => event)).to.deep.equal(['duplicate', 'duplicate']);
    expect(await services.journal.verify(scope)).to.deep.include({ problems: [] });
  });
});

describe('an archive of the journal', () => {
  it('freezes a period that is over, once, and says so in the journal', async () => {
    const { sales, services, scope, draft, clock, entriesOf } = await aTill();
    const day = clock.now().toISOString().slice(0, 10);
    await sales.sell(scope, draft());
    const freeze = () => services.archives.freeze(scope, { from: day, to: day });
    expect((await refusalOf(freeze())).code).to.equal('invalid_request');
    clock.advance(2 * DAY_MS);
    await sales.sell(scope, draft());
    const archive = await freeze();
    expect(await freeze()).to.deep.equal(archive);
    expect(archive).to.deep.include({ entries: 1, from: day, to: day });
    expect((await entriesOf('event')).filter(({ event }) => event === 'archive')).to.have.length(1);
    const long = services.archives.freeze(scope, { from: '2020-01-01', to: '2021-01-01' });
    expect((await refusalOf(long)).code).to.equal('invalid_request');
  });
});
