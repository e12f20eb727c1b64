import { HOLD_MINUTES } from '@comptoir/core/ticketing/booking-service.js';
import { useEffect, useState } from 'preact/hooks';
import { attemptFor, readAttempt } from '../../checkout.js';
import { newIdempotencyKey } from '../../client/api.js';
import { keptInTab } from '../../client/kept.js';
import { fetchBooking, postCancel, postComplete, postHold, type TimedAnswer } from '../../client/ticket-api.js';
import { type AnsweredBooking, type BookingForm, type BookingRefusal, completeBody, holdBody, type WantedHold } from '../booking-call.js';
import type { Choice } from '../choice.js';
import { type Held, readHeld } from '../held.js';
import type { DaySession } from '../sessions.js';

/** A call that is still being processed is asked about this often before giving up, a second apart. */
const IN_FLIGHT_TRIES = 8;
const SECOND_MS = 1000;

export interface Hold {
  /** Places that are held, or were until a moment ago. */
  readonly held: Held | null;
  readonly hasLapsed: boolean;
  readonly isSending: boolean;
  readonly refusal: BookingRefusal | null;
  /** Holds places, once, however often it has to be sent; resolves to whether it did. */
  readonly take: (wanted: WantedHold, choice: Choice, session: DaySession) => Promise<boolean>;
  /** Says who comes and how it is paid; resolves to the booking, or null when it was refused. */
  readonly complete: (form: BookingForm) => Promise<AnsweredBooking | null>;
  readonly lapse: () => void;
  /** Lets go of the places. */
  readonly release: () => void;
  /** Forgets places that have lapsed. */
  readonly startAgain: () => void;
  readonly forgetRefusal: () => void;
}

/** The places a guest holds. A reload finds them again, as long as the tab is there. */
export function useHold(slug: string): Hold {
  const names = { held: `comptoir.hold.${slug}`, attempt: `comptoir.hold-attempt.${slug}` };
  const [held, setHeld] = useState<Held | null>(null);
  const [hasLapsed, setLapsed] = useState(false);
  const [isSending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<BookingRefusal | null>(null);

  useEffect(() => setHeld(readHeld(keptInTab.read(names.held), Date.now())), []);

  const keep = (next: Held | null) => {
    setHeld(next);
    if (next === null) keptInTab.drop(names.held);
    else keptInTab.write(names.held, JSON.stringify(next));
  };

  const lapse = () => {
    keptInTab.drop(names.held);
    setLapsed(true);
  };

  /** Runs a call; null, and said, when it was refused. */
  const ask = async (call: () => Promise<TimedAnswer>): Promise<(AnsweredBooking & { readonly hostNow: Date }) | BookingRefusal> => {
    setSending(true);
    setRefusal(null);
    const { answer, hostNow } = await settled(call);
    setSending(false);
    if (answer.kind === 'booking') return { ...answer.booking, hostNow };
    return answer.kind === 'in_flight' ? UNREACHABLE : answer.refusal;
  };

  return {
    held,
    hasLapsed,
    isSending,
    refusal,
    lapse,
    async take(wanted, choice, { day, start, end }) {
      const body = holdBody(wanted);
      const attempt = attemptFor(body, readAttempt(keptInTab.read(names.attempt)), Date.now(), newIdempotencyKey);
      keptInTab.write(names.attempt, JSON.stringify(attempt));
      const found = await ask(() => postHold(body, attempt.key));
      if (!('code' in found) || found.code !== 'unreachable') keptInTab.drop(names.attempt);
      if ('code' in found) {
        setRefusal(found);
        return false;
      }
      const lastsMs = found.heldUntil === null ? HOLD_MINUTES * 60 * SECOND_MS : found.heldUntil.getTime() - found.hostNow.getTime();
      keep({
        orderId: found.orderId,
        until: Date.now() + lastsMs,
        choice,
        day,
        start: start.toISOString(),
        end: end.toISOString(),
        quantities: wanted.quantities,
      });
      return true;
    },
    async complete(form) {
      if (held === null) return null;
      const found = await ask(() => postComplete(held.orderId, completeBody(form)));
      if (!('code' in found)) return done(found);
      // The answer to an earlier try may have been lost: then the booking is complete, and says so.
      const known = found.code === 'invalid_transition' ? await ask(() => fetchBooking(held.orderId)) : found;
      if (!('code' in known) && (known.status === 'confirmed' || known.isToPay)) return done(known);
      if (!('code' in known)) lapse();
      else setRefusal(known);
      return null;
    },
    release() {
      if (held !== null) void postCancel(held.orderId);
      keep(null);
      setRefusal(null);
    },
    startAgain() {
      keep(null);
      setLapsed(false);
      setRefusal(null);
    },
    forgetRefusal: () => setRefusal(null),
  };

  function done(booking: AnsweredBooking): AnsweredBooking {
    keptInTab.drop(names.held);
    return booking;
  }
}

const UNREACHABLE: BookingRefusal = { code: 'unreachable', fields: {}, remaining: null };

/** The answer once nobody else is at the same call any more. */
async function settled(call: () => Promise<TimedAnswer>): Promise<TimedAnswer> {
  let timed = await call();
  for (let tries = 1; timed.answer.kind === 'in_flight' && tries < IN_FLIGHT_TRIES; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, SECOND_MS));
    timed = await call();
  }
  return timed;
}
