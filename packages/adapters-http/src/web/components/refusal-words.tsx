import type { Refusal } from '../checkout.js';
import { formatWhen } from '../format.js';
import { usePage } from './page-context.js';
import { telephoneLink } from './postal-address.js';

/** Why the order was not taken, and what to do about it. */
export function RefusalWords({ refusal, phone, now }: { refusal: Refusal; phone: string | null; now: Date }) {
  const page = usePage();
  const { texts, money } = page;
  const { code, soldOut, nextOpening, minimumCents, retryAfterSecs } = refusal;
  const known = soldOut.filter(({ name }) => name !== '');
  const gone = known.filter(({ left }) => left === 0).map(({ name }) => name);
  const short = known.filter(({ left }) => left > 0).map(({ name, left }) => `${name} (${texts.left(left).toLowerCase()})`);
  return (
    <>
      {(code !== 'sold_out' || known.length === 0) && texts.refusals[code]}
      {gone.length > 0 && texts.refusalSoldOut(gone.join(', '))}
      {short.length > 0 && ` ${texts.refusalShort(short.join(', '))}`}
      {code === 'closed' && nextOpening !== null && ` ${texts.orderingResumes(formatWhen(nextOpening, now, page, texts))}`}
      {code === 'below_minimum' && minimumCents !== null && ` ${texts.refusalMinimum(money(minimumCents))}`}
      {code === 'rate_limited' && ` ${texts.refusalWait(Math.max(1, Math.ceil((retryAfterSecs ?? 60) / 60)))}`}
      {phone !== null && CALL_HELPS.has(code) && (
        <>
          {' '}
          <a href={telephoneLink(phone)}>{texts.call(phone)}</a>
        </>
      )}
    </>
  );
}

const CALL_HELPS: ReadonlySet<Refusal['code']> = new Set([
  'closed',
  'ordering_off',
  'rate_limited',
  'till_unreachable',
  'unexpected',
  'unreachable',
]);
