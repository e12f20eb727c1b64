import { telephoneLink } from '../../components/postal-address.js';
import type { BookingRefusal } from '../booking-call.js';
import { useTicketPage } from './ticket-context.js';

/** Why something was refused, and whom to call where that helps. */
export function Refusal({ refusal, phone }: { refusal: BookingRefusal | null; phone: string | null }) {
  const { texts } = useTicketPage();
  return (
    <p class="fault" role="alert">
      {refusal !== null && wordsFor(refusal)}
      {refusal?.code === 'unexpected' && phone !== null && (
        <>
          {' '}
          <a href={telephoneLink(phone)}>{texts.call(phone)}</a>
        </>
      )}
    </p>
  );

  function wordsFor({ code, remaining }: BookingRefusal): string {
    return code === 'session_full' && remaining !== null ? texts.refusalFull(remaining) : texts.refusals[code];
  }
}
