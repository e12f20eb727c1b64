import type { PaymentMethod } from '@comptoir/core/sales/sale.js';
import type { Language } from '../../../language.js';
import { useConsole } from '../../components/console-context.js';
import type { PaymentFault } from '../payments.js';
import { tillEn } from './till-en.js';
import { tillFr } from './till-fr.js';

/** The parts of the page of a register. */
export const TILL_PARTS = ['sell', 'shift', 'sales', 'settings'] as const;
export type TillPart = (typeof TILL_PARTS)[number];

/** What the pages of tills say. Amounts and times arrive as they are to be shown. */
export interface TillTexts {
  readonly noRegisters: string;
  readonly newRegister: string;
  readonly createRegister: string;
  readonly registerMade: (name: string) => string;
  readonly openSince: (when: string) => string;
  readonly closed: string;
  readonly outOfUse: string;
  readonly outOfUseHint: string;
  readonly inUse: string;
  readonly training: string;
  readonly trainingBanner: string;
  readonly trainingHint: string;
  readonly beginTraining: string;
  readonly endTraining: string;
  readonly takeOutOfUse: string;
  readonly putToUse: string;
  readonly deleteRegister: string;
  readonly registerName: string;
  readonly rename: string;
  readonly renameHint: string;
  readonly registerChanged: string;
  readonly partsLabel: string;
  readonly parts: Readonly<Record<TillPart, string>>;
  readonly notSelling: string;

  readonly openShift: string;
  readonly closedHint: string;
  readonly float: string;
  readonly floatHint: string;
  readonly opened: string;
  readonly openedBy: (when: string) => string;
  readonly noShiftInTraining: string;

  readonly goods: string;
  readonly search: string;
  readonly searchHint: string;
  readonly unknownCode: string;
  readonly nothingFound: string;
  readonly moreGoods: (count: number) => string;
  readonly freeGood: string;
  readonly goodName: string;
  readonly nameMissing: string;
  readonly unitPrice: string;
  readonly taxRate: string;
  readonly notAPercentage: string;
  readonly add: string;

  readonly basket: string;
  readonly emptyBasket: string;
  readonly quantityOf: (name: string) => string;
  readonly oneLess: string;
  readonly oneMore: string;
  readonly takeOut: string;
  readonly takeAway: string;
  /** As it stands on the receipt. */
  readonly discount: string;
  readonly saleDiscount: string;
  readonly lineDiscount: string;
  readonly discountHint: string;
  readonly discountFault: string;
  readonly takeOff: string;
  readonly total: string;

  readonly methods: Readonly<Record<PaymentMethod, string>>;
  readonly paid: string;
  readonly paidBy: string;
  readonly handed: string;
  readonly amount: string;
  readonly optional: string;
  readonly handedHint: (due: string) => string;
  readonly change: string;
  readonly takePayment: (due: string) => string;
  readonly addPayment: string;
  readonly paymentFaults: Readonly<Record<PaymentFault, string>>;
  readonly sold: string;
  readonly giveUp: string;
  readonly giveUpReason: string;
  readonly givenUp: string;

  readonly receipt: (number: number) => string;
  readonly print: string;
  readonly close: string;

  readonly xReport: (shift: number) => string;
  readonly zReport: (shift: number) => string;
  readonly zReports: string;
  readonly salesCount: string;
  readonly cashIn: string;
  readonly cashOut: string;
  readonly perpetual: string;
  readonly expected: string;
  readonly counted: string;
  readonly difference: string;
  readonly net: string;
  readonly tax: string;
  readonly cashBeside: string;
  readonly reason: string;
  readonly reasonMissing: string;
  readonly putIn: string;
  readonly takenOut: string;
  readonly putInAction: string;
  readonly takeOutAction: string;
  readonly closeShift: string;
  readonly countHint: string;
  readonly countOf: (method: string) => string;
  readonly shiftClosed: string;

  readonly sale: (number: number) => string;
  readonly refundNumber: (number: number) => string;
  readonly showReceipt: string;
  readonly duplicate: string;
  readonly duplicated: string;
  readonly refund: string;
  readonly refundOf: (number: number) => string;
  readonly refunded: string;
  readonly left: (quantity: number, total: string) => string;
  readonly nothingLeft: string;
  readonly takeAllBack: string;
  readonly paidOutBy: string;
  readonly restock: string;
  readonly payOut: (due: string) => string;
}

const TILL_TEXTS: Readonly<Record<Language, TillTexts>> = { fr: tillFr, en: tillEn };

export function useTill(): TillTexts {
  return TILL_TEXTS[useConsole().language];
}
