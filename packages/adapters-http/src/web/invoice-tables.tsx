import { type Invoice, type InvoiceLine, openCents } from '@comptoir/core/invoices/invoice.js';
import type { InvoiceWriter } from './invoice-page.js';

interface TableProps {
  readonly invoice: Invoice;
  readonly writer: InvoiceWriter;
}

/**
 * The lines; scrolled sideways where the screen is narrow, and by keyboard (WCAG 2.1.1). On a telephone quantity, price and tax stand below the
 * name, so that what a line comes to is seen.
 */
export function InvoiceLines({ invoice, writer }: TableProps) {
  const { words } = writer;
  const { prices, lines } = invoice;
  return (
    <section class="invoice__scroll" aria-label={words.item} tabindex={0}>
      <table class="invoice__table">
        <thead>
          <tr>
            <th scope="col">{words.item}</th>
            <th scope="col">{words.quantity}</th>
            <th scope="col">{words.unitPrice[prices]}</th>
            <th scope="col">{words.vat}</th>
            <th scope="col">{words.amount[prices]}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <Line key={line.number} line={line} prices={prices} writer={writer} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Line({ line, prices, writer }: { line: InvoiceLine; prices: Invoice['prices']; writer: InvoiceWriter }) {
  const { words, money, number, rate } = writer;
  const quantity = line.quantity === 0 ? '–' : number(line.quantity);
  return (
    <tr>
      <th scope="row">
        {line.name}
        {line.description !== null && <span class="invoice__small">{line.description}</span>}
        {line.discountCents !== 0 && <span class="invoice__small">{words.discount(money(line.discountCents))}</span>}
        <span class="invoice__small invoice__narrow">
          {line.quantity !== 0 && `${quantity} × `}
          {money(line.unitPriceCents)} · {words.vat} {rate(line.taxBasisPoints)}
        </span>
      </th>
      <td>{quantity}</td>
      <td>{money(line.unitPriceCents)}</td>
      <td>{rate(line.taxBasisPoints)}</td>
      <td>{money(prices === 'net' ? line.netCents : line.grossCents)}</td>
    </tr>
  );
}

/** Net, the tax of each rate, and what it all comes to. */
export function InvoiceTotals({ invoice, writer: { words, money, rate } }: TableProps) {
  const { kind, taxes, netCents, grossCents, paidCents, creditedCents } = invoice;
  const isMoved = kind === 'invoice' && paidCents + creditedCents > 0;
  return (
    <>
      <dl class="invoice__totals">
        <Sum name={words.net} value={money(netCents)} />
        {taxes.map((tax) => (
          <Sum key={`${tax.category}${tax.taxBasisPoints}`} name={`${words.tax} ${rate(tax.taxBasisPoints)}`} value={money(tax.taxCents)} />
        ))}
        <Sum name={words.gross} value={money(grossCents)} isGrand />
        {isMoved && creditedCents > 0 && <Sum name={words.credited} value={money(-creditedCents)} />}
        {isMoved && paidCents > 0 && <Sum name={words.paid} value={money(-paidCents)} />}
        {isMoved && <Sum name={words.open} value={money(openCents(invoice))} isGrand />}
      </dl>
      {taxes.map(({ exemption }) => exemption !== null && <p class="invoice__words">{exemption}</p>)}
    </>
  );
}

function Sum({ name, value, isGrand = false }: { name: string; value: string; isGrand?: boolean }) {
  return (
    <div class={isGrand ? 'invoice__grand' : undefined}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
