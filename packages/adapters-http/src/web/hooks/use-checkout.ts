import type { PickupChannel } from '@comptoir/core/orders/order.js';
import { useState } from 'preact/hooks';
import { attemptFor, type CheckoutForm, orderBody, type PlaceAnswer, type PlacedNow, type Refusal, readAttempt } from '../checkout.js';
import { newIdempotencyKey, postOrder } from '../client/api.js';
import { attemptName, keptInTab } from '../client/kept.js';
import type { PricedBasket } from '../priced-basket.js';

/** A call of the same attempt that is still being processed is asked about this often before giving up. */
const IN_FLIGHT_TRIES = 8;

export interface Checkout {
  readonly isSending: boolean;
  /** The last refusal, until the next try. `faultyLines` are keys of basket lines. */
  readonly refusal: (Refusal & { readonly faultyLines: ReadonlySet<string> }) | null;
  /** Sends the order; resolves to what was placed, or to the refusal. */
  readonly send: (priced: PricedBasket, form: CheckoutForm) => Promise<PlacedNow | { readonly refusal: Refusal }>;
  readonly forget: () => void;
}

/** Places an order once, however often it has to be sent (decisions §2, idempotency). */
export function useCheckout(channel: PickupChannel, slug: string): Checkout {
  const [isSending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<Checkout['refusal']>(null);
  const name = attemptName(slug);

  const sendAttempt = async (body: string): Promise<PlaceAnswer> => {
    const attempt = attemptFor(body, readAttempt(keptInTab.read(name)), Date.now(), newIdempotencyKey);
    keptInTab.write(name, JSON.stringify(attempt));
    let answer = await postOrder(channel, body, attempt.key);
    for (let tries = 1; answer.kind === 'in_flight' && tries < IN_FLIGHT_TRIES; tries += 1) {
      await passing(answer.retryAfterSecs);
      answer = await postOrder(channel, body, attempt.key);
    }
    if (answer.kind === 'placed' || answer.kind === 'refused') keptInTab.drop(name);
    return answer;
  };

  return {
    isSending,
    refusal,
    forget: () => setRefusal(null),
    send: async (priced, form) => {
      setSending(true);
      setRefusal(null);
      const answer = await sendAttempt(orderBody(slug, priced.lines, form));
      setSending(false);
      if (answer.kind === 'placed') return answer;
      const told = answer.kind === 'in_flight' ? UNREACHABLE : answer.refusal;
      setRefusal({ ...told, faultyLines: new Set(told.lines.flatMap((index) => priced.lines[index]?.key ?? [])) });
      return { refusal: told };
    },
  };
}

const UNREACHABLE: Refusal = {
  code: 'unreachable',
  fields: {},
  lines: [],
  soldOut: [],
  nextOpening: null,
  minimumCents: null,
  retryAfterSecs: null,
};

function passing(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1000));
}
