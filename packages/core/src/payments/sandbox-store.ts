/** A checkout of the sandbox: what a real provider would keep in a database of its own. */
export interface SandboxCheckout {
  readonly ref: string;
  readonly paymentId: string;
  readonly attempt: number;
  readonly status: 'open' | 'paid' | 'failed';
  readonly amountCents: number;
  readonly currency: string;
  readonly description: string;
  readonly returnUrl: string;
  readonly cancelUrl: string;
  readonly webhookUrl: string;
  readonly locale: string;
  readonly expiresAt: Date;
  readonly refundedAt: Date | null;
}

/**
 * The memory of the payment sandbox, which outlives the process and is shared by all of them. It belongs to no tenant, as a provider is a
 * stranger to all of them, so no method takes a scope.
 */
export interface SandboxStore {
  /** Keeps the checkout unless there is one with its ref; the one that is kept. */
  open(checkout: SandboxCheckout): Promise<SandboxCheckout>;
  get(ref: string): Promise<SandboxCheckout | null>;
  /** Locks the checkout and stores status and refund as `decide` returns them; null when there is none. */
  change(ref: string, decide: (checkout: SandboxCheckout) => SandboxCheckout): Promise<SandboxCheckout | null>;
}
