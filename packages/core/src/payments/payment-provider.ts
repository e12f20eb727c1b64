/** What a provider is asked to take. */
export interface CheckoutRequest {
  readonly paymentId: string;
  /** From 1; with `paymentId` it names the checkout. */
  readonly attempt: number;
  readonly amountCents: number;
  /** ISO 4217. */
  readonly currency: string;
  /** What the payer reads beside the amount. */
  readonly description: string;
  /** Where the payer is sent when done; the provider adds what `readReturn` reads. */
  readonly returnUrl: string;
  /** Where a payer who does not want to pay goes back to. */
  readonly cancelUrl: string;
  readonly webhookUrl: string;
  /** No money may be taken after it. */
  readonly expiresAt: Date;
  /** The language of the payer: `fr`, `en`. */
  readonly locale: string;
}

export interface Checkout {
  /** What the provider calls it; at most 200 characters. */
  readonly ref: string;
  /** The provider's page. */
  readonly url: string;
}

export interface CheckoutState {
  /** As the checkout was asked for. */
  readonly paymentId: string;
  /** `failed` and `expired` are for good: such a checkout is never paid, another one has to be opened. */
  readonly status: 'open' | 'paid' | 'failed' | 'expired';
  readonly amountCents: number;
  readonly currency: string;
}

export interface RefundRequest {
  readonly ref: string;
  readonly paymentId: string;
  readonly amountCents: number;
  readonly currency: string;
}

/** A call of the provider, as it arrived. */
export interface ProviderCall {
  /** By their lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Not parsed: signatures cover every byte. */
  readonly body: string;
}

/**
 * Takes cards on pages of its own. Whoever implements it promises:
 *
 * - `createCheckout` is idempotent by `paymentId` and `attempt`, and `refund` by `paymentId`: asked again, also at the same time
 *   and by other processes, they do nothing more and answer the same.
 * - `look` answers from what the provider holds to be true now, never from what a browser brought.
 * - `readReturn` and `readWebhook` say which checkout a call is about and nothing else; what happened is asked with `look`. They
 *   MUST throw `invalid_signature` for a call that was not signed by the provider or is older than it may be, where the provider
 *   signs its calls.
 * - When the provider does not answer, or not as agreed, a call rejects with `provider_unreachable` within seconds.
 *
 * It is never called inside a transaction.
 */
export interface PaymentProvider {
  /** Lower-case letters, digits and hyphens; part of addresses, and kept with every payment. */
  readonly name: string;
  /** The origin of its pages, which ours then let their forms lead to. */
  readonly checkoutOrigin: string;
  createCheckout(request: CheckoutRequest): Promise<Checkout>;
  /** Null: the provider knows no such checkout. */
  look(ref: string): Promise<CheckoutState | null>;
  refund(request: RefundRequest): Promise<void>;
  /** The checkout a payer comes back from, by the query of the address. */
  readReturn(query: Readonly<Record<string, string | undefined>>): string;
  /** The checkout a webhook is about. */
  readWebhook(call: ProviderCall): string;
}
