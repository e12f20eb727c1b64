import { z } from 'zod';
import { PAYMENT_METHODS, type PaymentMethod } from '../sales/sale.js';
import type { JournalEntry } from './journal-entry.js';

/**
 * Sales of the journal as entries of books, in the columns of the French *fichier des écritures comptables* (LPF A47 A-1): money that came in is
 * debited, turnover and tax are credited with what cash was rounded by, and a refund the other way round. The accounts are those of the general plan; an accountant maps them.
 */

const COLUMNS = [
  'JournalCode',
  'JournalLib',
  'EcritureNum',
  'EcritureDate',
  'CompteNum',
  'CompteLib',
  'CompAuxNum',
  'CompAuxLib',
  'PieceRef',
  'PieceDate',
  'EcritureLib',
  'Debit',
  'Credit',
  'EcritureLet',
  'DateLet',
  'ValidDate',
  'Montantdevise',
  'Idevise',
] as const;

/** @public */
export const FEC_HEADER = COLUMNS.join('\t');

const MONEY_ACCOUNTS: Readonly<Record<PaymentMethod, readonly [string, string]>> = {
  cash: ['530000', 'Caisse'],
  card: ['511500', 'Cartes bancaires à encaisser'],
  cheque: ['511200', 'Chèques à encaisser'],
  'meal-voucher': ['511600', 'Titres-restaurant à encaisser'],
  'gift-card': ['419100', 'Cartes cadeaux'],
  transfer: ['512000', 'Banque'],
  other: ['511000', 'Valeurs à l’encaissement'],
};

const recorded = z.object({
  kind: z.enum(['sale', 'refund']),
  number: z.int(),
  taxes: z.array(z.object({ taxBasisPoints: z.int(), netCents: z.int(), taxCents: z.int() })),
  payments: z.array(z.object({ method: z.enum(PAYMENT_METHODS), amountCents: z.int() })),
  cashRoundingCents: z.int().default(0),
});

/** The lines of one entry of a chain of sales; `day` is the date it has in the books, `YYYYMMDD`. Debits and credits are the same sum. */
export function fecLines(entry: JournalEntry, day: string): readonly string[] {
  const sale = recorded.parse(JSON.parse(entry.snapshot));
  const label = `${sale.kind === 'sale' ? 'Vente' : 'Remboursement'} ${sale.number}`;
  const money = sale.payments.map(({ method, amountCents }) => ({ account: MONEY_ACCOUNTS[method], cents: amountCents }));
  const turnover = sale.taxes.map(({ taxBasisPoints, netCents }) => ({
    account: ['707000', `Ventes à ${percent(taxBasisPoints)}`] as const,
    cents: -netCents,
  }));
  const tax = sale.taxes.map(({ taxBasisPoints, taxCents }) => ({
    account: ['445710', `TVA collectée à ${percent(taxBasisPoints)}`] as const,
    cents: -taxCents,
  }));
  const roundingCents = sale.cashRoundingCents;
  const account =
    roundingCents > 0 ? (['758000', 'Produits divers de gestion'] as const) : (['658000', 'Charges diverses de gestion'] as const);
  const rounded = [{ account, cents: -roundingCents }];
  return [...money, ...turnover, ...tax, ...rounded]
    .filter(({ cents }) => cents !== 0)
    .map(({ account: [number, name], cents }) => {
      const head = ['VT', `Ventes ${entry.register}`, `${entry.register}-${entry.number}`, day, number, name, '', ''];
      const sums = [cents > 0 ? amount(cents) : '0,00', cents < 0 ? amount(-cents) : '0,00'];
      return [...head, String(sale.number), day, label, ...sums, '', '', day, '', ''].map(oneField).join('\t');
    });
}

function amount(cents: number): string {
  return `${Math.trunc(cents / 100)},${String(cents % 100).padStart(2, '0')}`;
}

function percent(basisPoints: number): string {
  return `${String(basisPoints / 100).replace('.', ',')} %`;
}

/** Tabs and line breaks part fields and lines. */
function oneField(text: string): string {
  return text.replace(/[\t\r\n]+/g, ' ');
}
