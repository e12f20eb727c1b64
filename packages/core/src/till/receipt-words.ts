import type { PaymentMethod } from '../sales/sale.js';

/** What stands on a receipt besides what was sold. */
export interface ReceiptWords {
  readonly sale: string;
  readonly refund: string;
  /** With the word of the French rules in every language. */
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

/** The languages receipts are printed in. */
export const RECEIPT_LANGUAGES = ['fr', 'en', 'de', 'it', 'es'] as const;
export type ReceiptLanguage = (typeof RECEIPT_LANGUAGES)[number];

export const RECEIPT_WORDS: Readonly<Record<ReceiptLanguage, ReceiptWords>> = {
  fr: {
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
  },
  en: {
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
  },
  de: {
    sale: 'Kassenbon',
    refund: 'Erstattung',
    duplicate: 'DUPLIKAT (DUPLICATA)',
    training: 'SCHULUNG – KEIN BELEG',
    register: 'Kasse',
    discount: 'Rabatt',
    total: 'SUMME inkl. MwSt.',
    rounding: 'Rundung bar',
    net: 'Netto',
    tax: 'MwSt.',
    tendered: 'Gegeben',
    change: 'Rückgeld',
    lines: 'Positionen',
    signature: 'Signatur',
    methods: {
      cash: 'Bar',
      card: 'Karte',
      cheque: 'Scheck',
      'meal-voucher': 'Essensgutschein',
      'gift-card': 'Geschenkkarte',
      transfer: 'Überweisung',
      other: 'Sonstige',
    },
  },
  it: {
    sale: 'Scontrino',
    refund: 'Rimborso',
    duplicate: 'DUPLICATO (DUPLICATA)',
    training: 'FORMAZIONE – SENZA VALORE',
    register: 'Cassa',
    discount: 'Sconto',
    total: 'TOTALE IVA incl.',
    rounding: 'Arrotondamento contanti',
    net: 'Imponibile',
    tax: 'IVA',
    tendered: 'Ricevuto',
    change: 'Resto',
    lines: 'Righe',
    signature: 'Firma',
    methods: {
      cash: 'Contanti',
      card: 'Carta',
      cheque: 'Assegno',
      'meal-voucher': 'Buono pasto',
      'gift-card': 'Carta regalo',
      transfer: 'Bonifico',
      other: 'Altro',
    },
  },
  es: {
    sale: 'Tique',
    refund: 'Devolución',
    duplicate: 'DUPLICADO (DUPLICATA)',
    training: 'FORMACIÓN – SIN VALOR',
    register: 'Caja',
    discount: 'Descuento',
    total: 'TOTAL IVA incl.',
    rounding: 'Redondeo de efectivo',
    net: 'Base',
    tax: 'IVA',
    tendered: 'Entregado',
    change: 'Cambio',
    lines: 'Líneas',
    signature: 'Firma',
    methods: {
      cash: 'Efectivo',
      card: 'Tarjeta',
      cheque: 'Cheque',
      'meal-voucher': 'Vale de comida',
      'gift-card': 'Tarjeta regalo',
      transfer: 'Transferencia',
      other: 'Otro',
    },
  },
};

/** The language itself where receipts are printed in it (`de-AT` is German), else French: that of the rules which ask for receipts. */
export function receiptLanguageOf(language: string): ReceiptLanguage {
  const primary = language.toLowerCase().split('-')[0];
  return RECEIPT_LANGUAGES.find((known) => known === primary) ?? 'fr';
}
