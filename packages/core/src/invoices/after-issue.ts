import { networkOf } from '../identity/network-of.js';
import { NOBODYS_SCOPE } from '../identity/nobodys-scope.js';
import { makeOneTimeSecret } from '../identity/one-time-secret.js';
import { type Pace, takeTry } from '../identity/pace.js';
import { DomainError } from '../kit/errors.js';
import { actorName, type Scope } from '../kit/scope.js';
import { addDays, wallTimeAt } from '../sites/wall-time.js';
import { facturXOf } from './factur-x.js';
import { type Invoice, type InvoiceKind, type InvoicePayment, openCents, type PaymentMeans } from './invoice.js';
import { invoiceMail } from './invoice-mail.js';
import { withPayment } from './invoice-money.js';
import { type InvoiceStatus, isIssued, refusedStep, takeInvoiceStep } from './invoice-states.js';
import type { InvoiceMetrics } from './invoice-store.js';
import { type InvoiceStores, type InvoicesDeps, siteOf } from './invoices-deps.js';
import type { InvoicesService } from './invoices-service.js';
import { type NumberSeries, newSeries } from './number-series.js';

/** A payment as it is recorded. */
export interface NewPayment {
  /** With tax; negative: it went back. */
  readonly amountCents: number;
  readonly means: PaymentMeans;
  readonly at: Date | null;
  readonly reference: string | null;
}

/** What happens to quotes, invoices and credit notes that were issued. */
export interface IssuedInvoices {
  /**
   * On the order too, where it is an invoice of one. Throws `unknown_record`, `invalid_transition`, `invalid_request` (more than is owed, or
   * more back than came, or still to come), and of an order `over_paid`, `over_refunded`, `payment_not_offered`.
   */
  recordPayment(scope: Scope, id: string, payment: NewPayment): Promise<Invoice>;
  /** Takes the step that leads to the status. Throws `invalid_transition` where none does, or where it follows from something else. */
  setStatus(scope: Scope, id: string, status: InvoiceStatus, reason: string | null): Promise<Invoice>;
  /** Mails the buyer (or `to`) a link to it. A quote that is a draft is issued first. Throws `invalid_request` (nobody to write to). */
  send(scope: Scope, id: string, to: string | null): Promise<Invoice>;
  /** A new link for whoever is to see it. */
  createLink(scope: Scope, id: string): Promise<{ readonly token: string; readonly url: string }>;
  /** The one that the token lets see. Throws `unknown_record`, and `rate_limited` where too many were asked for from there. */
  byToken(token: string, address: string): Promise<Invoice>;
  /** Throws `unknown_record`. */
  pdf(scope: Scope, id: string): Promise<InvoiceFile>;
  pdfOf(invoice: Invoice): Promise<InvoiceFile>;
  metrics(scope: Scope, span: { readonly from: string | null; readonly to: string | null }): Promise<InvoiceMetrics>;
  /** Those of the establishment, with the ones that hold by themselves. */
  series(scope: Scope): Promise<readonly NumberSeries[]>;
}

export interface InvoiceFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Looks by token, from one network address. Tokens cannot be guessed; this is against programs that ask all the time. */
const LOOKS_PACE: Pace = { free: 120, firstWaitSecs: 5, longestWaitSecs: 60, quietSecs: 60 };

const TOKEN = /^[0-9a-f]{64}$/;
const YEAR_DAYS = 364;

export function makeIssuedInvoices(deps: InvoicesDeps, drafting: Pick<InvoicesService, 'issue' | 'cancel'>): IssuedInvoices {
  const { transact, views, siteViews, clock, crypto, ids, links, payInvoice, post, renderer } = deps;

  async function found(scope: Scope, id: string): Promise<Invoice> {
    const invoice = await views.get(scope, id);
    if (invoice === null) throw new DomainError('unknown_record');
    return invoice;
  }

  async function recordPayment(scope: Scope, id: string, { amountCents, at, ...rest }: NewPayment): Promise<Invoice> {
    const payment: InvoicePayment = {
      ...rest,
      id: ids.uuid(),
      invoiceId: id,
      at: at ?? clock.now(),
      amountCents,
      actor: actorName(scope.actor),
    };
    if (payment.at > clock.now()) {
      const message = 'Money that is still to come is not recorded.';
      throw new DomainError('invalid_request', { message, issues: [{ path: 'at', message }] });
    }
    const { orderId } = await found(scope, id);
    if (orderId !== null) return payInvoice(scope, orderId, payment);
    return transact(scope, async ({ invoices }) => {
      const after = await invoices.change(scope, id, (invoice) => withPayment(invoice, amountCents));
      await invoices.addPayment(scope, payment);
      return after;
    });
  }

  async function addLink({ invoices }: InvoiceStores, scope: Scope, { id, language }: Invoice) {
    const { secret: token, hash } = makeOneTimeSecret(crypto);
    await invoices.addLink(scope, hash, id, clock.now());
    return { token, url: links.invoice(token, language) };
  }

  async function sendIssued(scope: Scope, id: string, to: string | null): Promise<Invoice> {
    const { name } = await siteOf(siteViews, scope);
    return transact(scope, async (stores) => {
      const sent = await stores.invoices.change(scope, id, (invoice) => {
        if (!isIssued(invoice)) throw refusedStep(invoice, 'send');
        return { ...invoice, sentAt: clock.now(), version: invoice.version + 1 };
      });
      const address = to ?? sent.buyer.email;
      if (address === null) {
        throw new DomainError('invalid_request', { issues: [{ path: 'to', message: 'The buyer has no mail address.' }] });
      }
      const { url } = await addLink(stores, scope, sent);
      await post(stores, invoiceMail(sent, address, sent.seller?.name ?? name, url));
      return sent;
    });
  }

  const step = (scope: Scope, id: string, name: Parameters<typeof takeInvoiceStep>[1]) =>
    transact(scope, ({ invoices }) => invoices.change(scope, id, (invoice) => takeInvoiceStep(invoice, name)));

  async function setStatus(scope: Scope, id: string, status: InvoiceStatus, reason: string | null): Promise<Invoice> {
    const invoice = await found(scope, id);
    switch (`${invoice.kind} ${status}` as `${InvoiceKind} ${InvoiceStatus}`) {
      case 'quote sent':
      case 'invoice issued':
      case 'credit_note issued':
        return drafting.issue(scope, id);
      case 'quote accepted':
        return step(scope, id, 'accept');
      case 'quote refused':
        return step(scope, id, 'refuse');
      case 'quote expired':
        return step(scope, id, 'expire');
      case 'credit_note refunded':
        return step(scope, id, 'refund');
      case 'invoice paid':
        if (!isIssued(invoice) || openCents(invoice) <= 0) throw refusedStep(invoice, 'pay');
        return recordPayment(scope, id, { amountCents: openCents(invoice), means: 'other', at: null, reference: reason });
      case 'invoice cancelled':
        await drafting.cancel(scope, id, reason ?? '–');
        return found(scope, id);
      default:
        throw refusedStep(invoice, status);
    }
  }

  const pdfOf = async (invoice: Invoice): Promise<InvoiceFile> => ({
    name: fileNameOf(invoice),
    bytes: await renderer.render({ invoice, xml: facturXOf(invoice), at: clock.now() }),
  });

  return {
    recordPayment,
    setStatus,
    async send(scope, id, to) {
      const invoice = await found(scope, id);
      if (invoice.kind === 'quote' && !isIssued(invoice)) await drafting.issue(scope, id);
      return sendIssued(scope, id, to);
    },
    async createLink(scope, id) {
      const invoice = await found(scope, id);
      if (!isIssued(invoice)) throw refusedStep(invoice, 'createLink');
      return transact(scope, (stores) => addLink(stores, scope, invoice));
    },
    async byToken(token, address) {
      const bucket = crypto.sha256(`invoice-link\n${networkOf(address)}`);
      await transact(NOBODYS_SCOPE, ({ throttles }) => throttles.change(bucket, (tries) => takeTry(LOOKS_PACE, tries, clock.now())));
      const invoice = TOKEN.test(token) ? await views.byLink(crypto.sha256(token)) : null;
      if (invoice === null) throw new DomainError('unknown_record');
      return invoice;
    },
    pdf: async (scope, id) => pdfOf(await found(scope, id)),
    pdfOf,
    async metrics(scope, { from, to }) {
      const { timezone } = await siteOf(siteViews, scope);
      const today = wallTimeAt(clock.now(), timezone).date;
      const until = to ?? today;
      return views.metrics(scope, { from: from ?? addDays(until, -YEAR_DAYS), to: until, today, timezone });
    },
    async series(scope) {
      const known = await views.series(scope);
      const standard = (['invoice', 'credit_note', 'quote'] as const).map((kind) => newSeries('main', kind));
      const missing = standard.filter(({ kind }) => !known.some((each) => each.kind === kind && each.series === 'main'));
      return [...known, ...missing];
    },
  };
}

/** `Facture-F2026-000042.pdf`: letters, digits and hyphens, which every file system takes. */
function fileNameOf({ kind, number, id }: Invoice): string {
  const name = { quote: 'quote', invoice: 'invoice', credit_note: 'credit-note' }[kind];
  return `${name}-${(number ?? id).replace(/[^A-Za-z0-9-]+/g, '-')}.pdf`;
}
