import { readFileSync } from 'node:fs';
import type { InvoiceKind } from '@comptoir/core/invoices/invoice.js';
import {
  INVOICE_STATUSES,
  INVOICE_STEPS,
  type InvoiceStatus,
  settlingStep,
  takeInvoiceStep,
} from '@comptoir/core/invoices/invoice-states.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { anInvoice } from '../../suites/invoice-builders.js';
import { refusalOf } from '../../suites/suite.js';

const DRAWING = new URL('../../../../packages/core/src/invoices/STATES.md', import.meta.url);
const HEADINGS: Readonly<Record<InvoiceKind, string>> = { quote: 'Quote', invoice: 'Invoice', credit_note: 'Credit note' };

/** The arrows below a heading of the drawing, as `draft --> issued: issue`. */
function drawn(kind: InvoiceKind): string[] {
  const section = readFileSync(DRAWING, 'utf8').split(`## ${HEADINGS[kind]}\n`)[1]?.split('```')[1] ?? '';
  return section.split('\n').flatMap((line) => /^\s+(\w+ --> \w+: \w+)$/.exec(line)?.[1] ?? []);
}

function tabled(kind: InvoiceKind): string[] {
  const steps: Readonly<Record<string, { from: readonly InvoiceStatus[]; to: InvoiceStatus }>> = INVOICE_STEPS[kind];
  return Object.entries(steps).flatMap(([name, { from, to }]) => from.map((status) => `${status} --> ${to}: ${name}`));
}

describe('the states of quotes, invoices and credit notes', () => {
  for (const kind of Object.keys(HEADINGS) as InvoiceKind[]) {
    it(`are drawn as they are: ${kind}`, () => {
      expect(drawn(kind)).to.have.members(tabled(kind));
    });
  }

  it('refuse every step that is not drawn, and name the state', async () => {
    for (const status of INVOICE_STATUSES) {
      for (const step of ['issue', 'pay', 'cancel', 'fallDue'] as const) {
        const invoice = anInvoice({ status });
        if (INVOICE_STEPS.invoice[step].from.some((from) => from === status)) {
          expect(takeInvoiceStep(invoice, step)).to.deep.include({ status: INVOICE_STEPS.invoice[step].to, version: invoice.version + 1 });
        } else {
          expect(await refusalOf(() => takeInvoiceStep(invoice, step))).to.deep.include({
            code: 'invalid_transition',
            facts: { status, step },
          });
        }
      }
    }
  });

  it('lead from any amounts to a step that may be taken', () => {
    const statuses = fc.constantFrom('issued' as const, 'partially_paid' as const, 'paid' as const, 'overdue' as const);
    const cents = fc.integer({ min: 0, max: 1000 });
    fc.assert(
      fc.property(statuses, cents, cents, (status, paidCents, creditedCents) => {
        const invoice = anInvoice({ status, grossCents: 1000, paidCents, creditedCents });
        const step = settlingStep(invoice);
        const after = step === null ? status : takeInvoiceStep(invoice, step).status;
        if (creditedCents === 1000) expect(after).to.equal('cancelled');
        else if (paidCents + creditedCents >= 1000) expect(after).to.equal('paid');
        else expect(after).to.not.be.oneOf(['paid', 'cancelled']);
      }),
    );
  });
});
