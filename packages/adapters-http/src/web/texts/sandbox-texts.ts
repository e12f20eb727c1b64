import type { Language } from '../language.js';

/** What the page of the payment sandbox says. */
interface SandboxTexts {
  readonly title: string;
  readonly noMoney: string;
  readonly pay: (amount: string) => string;
  readonly decline: string;
  readonly back: string;
  readonly over: Readonly<Record<'paid' | 'failed' | 'expired', string>>;
}

export const SANDBOX_TEXTS: Readonly<Record<Language, SandboxTexts>> = {
  en: {
    title: 'Test payment',
    noMoney: 'This is a test: no money moves.',
    pay: (amount) => `Pay ${amount}`,
    decline: 'Let the payment be declined',
    back: 'Go back without paying',
    over: { paid: 'This was paid already.', failed: 'This payment was declined.', expired: 'The time to pay this is over.' },
  },
  fr: {
    title: 'Paiement d’essai',
    noMoney: 'Ceci est un essai : aucun argent ne circule.',
    pay: (amount) => `Payer ${amount}`,
    decline: 'Faire refuser le paiement',
    back: 'Revenir sans payer',
    over: { paid: 'C’est déjà payé.', failed: 'Ce paiement a été refusé.', expired: 'Le temps pour payer est passé.' },
  },
};
