import type { PaymentMethod, PaymentStatus } from '@comptoir/core/payments/payment.js';

/** What pages say of payments by card. Amounts and times arrive as they are to be shown. */
export interface PaymentTexts {
  /** The ways to pay, as choices. */
  readonly methods: Readonly<Record<PaymentMethod, string>>;
  readonly hints: Readonly<Record<PaymentMethod, string>>;
  readonly eitherWay: string;
  readonly payNow: (amount: string) => string;
  readonly atPickupInstead: string;
  readonly unreachable: string;
  readonly heldUntil: (time: string) => string;
  readonly status: Readonly<Record<PaymentStatus, string>>;
  readonly hint: Readonly<Record<PaymentStatus, string>>;
}

export const paymentEn: PaymentTexts = {
  methods: { at_pickup: 'In store, when you pick up', card: 'By bank card, now' },
  hints: {
    at_pickup: 'You pay in store when you pick up.',
    card: 'You pay on the page of the payment service, right after you place the order.',
  },
  eitherWay: 'You pay online by bank card, or in store when you pick up.',
  payNow: (amount) => `Pay ${amount} now`,
  atPickupInstead: 'Pay in store instead',
  unreachable: 'The payment service does not answer. Nothing was charged: try again in a moment.',
  heldUntil: (time) => `Your order is held for you until ${time}.`,
  status: {
    pending: 'Waiting for your payment',
    failed: 'The payment did not go through',
    paid: 'Paid by bank card',
    expired: 'Not paid',
    refund_due: 'Your refund is on its way',
    refunded: 'Refunded to your bank card',
  },
  hint: {
    pending: 'The order is passed on once it is paid.',
    failed: 'Nothing was charged. You can try again.',
    paid: 'There is nothing to pay when you pick up.',
    expired: 'No payment has come, and there is nothing to pay. If one still arrives, it is paid back.',
    refund_due: 'What you paid is paid back to your bank card by itself.',
    refunded: 'What you paid was paid back. Banks show it within a few days.',
  },
};

export const paymentFr: PaymentTexts = {
  methods: { at_pickup: 'En boutique, au retrait', card: 'Par carte bancaire, maintenant' },
  hints: {
    at_pickup: 'Vous payez en boutique, au retrait.',
    card: 'Vous payez sur la page du service de paiement, dès la commande envoyée.',
  },
  eitherWay: 'Vous payez en ligne par carte bancaire, ou en boutique au retrait.',
  payNow: (amount) => `Payer ${amount} maintenant`,
  atPickupInstead: 'Payer plutôt en boutique',
  unreachable: 'Le service de paiement ne répond pas. Rien n’a été débité : réessayez dans un instant.',
  heldUntil: (time) => `Votre commande vous est gardée jusqu’à ${time}.`,
  status: {
    pending: 'Votre paiement est attendu',
    failed: 'Le paiement n’a pas abouti',
    paid: 'Payée par carte bancaire',
    expired: 'Non payée',
    refund_due: 'Votre remboursement est en route',
    refunded: 'Remboursée sur votre carte bancaire',
  },
  hint: {
    pending: 'La commande est transmise dès qu’elle est payée.',
    failed: 'Rien n’a été débité. Vous pouvez réessayer.',
    paid: 'Rien n’est à payer au retrait.',
    expired: 'Aucun paiement n’est venu et rien n’est à payer. S’il en arrive un, il vous est rendu.',
    refund_due: 'Ce que vous avez payé vous est rendu sur votre carte bancaire, sans rien faire.',
    refunded: 'Ce que vous avez payé vous a été rendu. Les banques l’affichent sous quelques jours.',
  },
};
