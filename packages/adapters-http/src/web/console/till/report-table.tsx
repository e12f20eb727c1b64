import { PAYMENT_METHODS } from '@comptoir/core/sales/sale.js';
import { useConsole } from '../components/console-context.js';
import type { AnswerOf } from '../wire.js';
import { type TillTexts, useTill } from './texts/till-texts.js';

type Report = AnswerOf<'posManagement.xReport'>;

/** What a shift comes to: its totals, its tax by rate, and by way of payment what is expected and what was counted. */
export function ReportTable({ report }: { report: Report }) {
  const { money } = useConsole();
  const till = useTill();
  const { totals, perpetual, floatCents, inCents, outCents } = report;
  const figures = [
    [till.salesCount, String(totals.count)],
    [till.total, money(totals.totalCents)],
    [till.float, money(floatCents)],
    [till.cashIn, money(inCents)],
    [till.cashOut, money(outCents)],
    [till.perpetual, money(perpetual.totalCents)],
  ] as const;
  return (
    <div class="report">
      <dl class="figures">
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd class="figure">{value}</dd>
          </div>
        ))}
      </dl>
      <MethodTable methods={report.methods} />
      {totals.taxes.length > 0 && <TaxTable taxes={totals.taxes} />}
    </div>
  );
}

function MethodTable({ methods }: Pick<Report, 'methods'>) {
  const { money } = useConsole();
  const till = useTill();
  const isCounted = methods.some(({ countedCents }) => countedCents !== null);
  const shown = (cents: number | null) => (cents === null ? '–' : money(cents));
  return (
    <table class="table">
      <thead>
        <tr>
          <th scope="col">{till.paidBy}</th>
          <th scope="col">{till.expected}</th>
          {isCounted && <th scope="col">{till.counted}</th>}
          {isCounted && <th scope="col">{till.difference}</th>}
        </tr>
      </thead>
      <tbody>
        {methods.map(({ method, expectedCents, countedCents, differenceCents }) => (
          <tr key={method}>
            <th scope="row">{methodName(till, method)}</th>
            <td class="figure">{money(expectedCents)}</td>
            {isCounted && <td class="figure">{shown(countedCents)}</td>}
            {isCounted && (
              <td class={differenceCents !== null && differenceCents < 0 ? 'figure figure--less' : 'figure'}>{shown(differenceCents)}</td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function TaxTable({ taxes }: Pick<Report['totals'], 'taxes'>) {
  const { money } = useConsole();
  const till = useTill();
  return (
    <table class="table">
      <thead>
        <tr>
          <th scope="col">{till.taxRate}</th>
          <th scope="col">{till.net}</th>
          <th scope="col">{till.tax}</th>
        </tr>
      </thead>
      <tbody>
        {taxes.map(({ taxBasisPoints, netCents, taxCents }) => (
          <tr key={taxBasisPoints}>
            <th scope="row">{taxBasisPoints / 100} %</th>
            <td class="figure">{money(netCents)}</td>
            <td class="figure">{money(taxCents)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What a way of payment is called; the journal may know some that are not taken any more. */
export function methodName({ methods }: TillTexts, method: string): string {
  const known = PAYMENT_METHODS.find((one) => one === method);
  return known === undefined ? method : methods[known];
}
