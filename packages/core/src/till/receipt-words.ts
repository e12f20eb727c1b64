import type { PaymentMethod } from '../sales/sale.js';

/** What stands on a receipt besides what was sold. */
export interface ReceiptWords {
  readonly sale: string;
  readonly refund: string;
  readonly duplicate: string;
  readonly training: string;
  readonly register: string;
  readonly discount: string;
  readonly total: string;
  readonly rounding: string;
  readonly net: string;
  readonly tax: string;
  readonly tendered: string;
  readonly change: string;
  readonly lines: string;
  readonly signature: string;
  readonly methods: Readonly<Record<PaymentMethod, string>>;
}

const FRENCH: ReceiptWords = {
  sale: 'Ticket',
  refund: 'Remboursement',
  duplicate: 'DUPLICATA',
  training: 'MODE ÉCOLE – SANS VALEUR',
  register: 'Caisse',
  discount: 'Remise',
  total: 'TOTAL TTC',
  rounding: 'Arrondi espèces',
  net: 'HT',
  tax: 'TVA',
  tendered: 'Reçu',
  change: 'Rendu',
  lines: 'Lignes',
  signature: 'Signature',
  methods: {
    cash: 'Espèces',
    card: 'Carte bancaire',
    cheque: 'Chèque',
    'meal-voucher': 'Titre-restaurant',
    'gift-card': 'Carte cadeau',
    transfer: 'Virement',
    other: 'Autre',
  },
};

const ENGLISH: ReceiptWords = {
  sale: 'Receipt',
  refund: 'Refund',
  duplicate: 'DUPLICATE (DUPLICATA)',
  training: 'TRAINING – NOT A RECEIPT',
  register: 'Till',
  discount: 'Discount',
  total: 'TOTAL incl. VAT',
  rounding: 'Cash rounding',
  net: 'Net',
  tax: 'VAT',
  tendered: 'Received',
  change: 'Change',
  lines: 'Lines',
  signature: 'Signature',
  methods: {
    cash: 'Cash',
    card: 'Card',
    cheque: 'Cheque',
    'meal-voucher': 'Meal voucher',
    'gift-card': 'Gift card',
    transfer: 'Bank transfer',
    other: 'Other',
  },
};

/** In the language, or in French: that of the rules which ask for receipts. */
export function receiptWords(language: string): ReceiptWords {
  return language.toLowerCase().startsWith('en') ? ENGLISH : FRENCH;
}
