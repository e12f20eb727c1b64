import type { Allergen } from '@comptoir/core/catalogue/item.js';
import type { PickupStatus } from '@comptoir/core/orders/order.js';
import type { FieldFault, RefusalCode } from '../checkout.js';
import type { CarteOptionGroup } from '../choices.js';
import type { Language } from '../language.js';
import type { PaymentTexts } from './payment-texts.js';
import type { SharedTexts } from './shared-texts.js';

/** Every sentence of the public pages; one dictionary per language. Prices, times and names arrive as they are to be shown. */
export interface Texts extends SharedTexts {
  readonly language: Language;
  readonly skipToMenu: string;
  readonly skipToOrder: string;
  readonly categories: string;
  readonly otherItems: string;
  readonly soldOut: string;
  /** How many are left, where that is worth saying. */
  readonly left: (count: number) => string;
  readonly allergens: Readonly<Record<Allergen, string>>;
  readonly allergensLabel: string;
  readonly allergensNote: string;
  readonly variantsLabel: string;
  readonly emptyMenu: string;
  readonly emptyMenuHint: string;

  readonly orderingClosed: string;
  readonly orderingResumes: (moment: string) => string;
  readonly orderingOff: string;
  readonly orderingOffHint: string;
  readonly orderingAhead: (moment: string) => string;
  readonly needsScript: string;

  readonly add: string;
  readonly choose: string;
  readonly added: (name: string, count: string, total: string) => string;
  readonly removed: (name: string) => string;
  readonly close: string;
  readonly quantity: string;
  readonly quantityOf: (name: string) => string;
  /** Everything that is left is in the basket already. */
  readonly allTaken: string;
  readonly inBasket: string;
  readonly noMore: string;
  readonly chooseVariant: string;
  readonly groupRule: (group: CarteOptionGroup) => string;
  readonly groupCount: (count: number, max: number) => string;
  readonly groupFault: (group: CarteOptionGroup, count: number) => string;
  readonly choicesLeft: (count: number) => string;
  readonly variantFault: string;
  readonly none: string;
  readonly lineNote: string;
  readonly lineNoteHint: string;
  readonly updateLine: string;

  readonly yourOrder: string;
  readonly emptyBasket: string;
  readonly emptyBasketHint: string;
  readonly pieces: (count: number) => string;
  readonly viewOrder: string;
  readonly checkOut: string;
  readonly edit: string;
  readonly remove: string;
  readonly payAtPickup: string;
  readonly lineSoldOut: string;
  readonly lineIncomplete: string;
  readonly lineShort: (left: number) => string;
  readonly reduceTo: (left: number) => string;
  readonly minimumMissing: (missing: string, minimum: string) => string;
  readonly fixLines: string;
  readonly news: {
    readonly title: string;
    readonly gone: (name: string) => string;
    readonly soldOut: (name: string) => string;
    readonly short: (name: string, left: number) => string;
    readonly choices: (name: string) => string;
    readonly repriced: (name: string, before: string, after: string) => string;
  };
  readonly dismiss: string;

  readonly payment: string;
  readonly payments: PaymentTexts;
  readonly pickup: string;
  readonly asap: string;
  readonly around: (moment: string) => string;
  readonly pickTime: string;
  readonly timeLabel: string;
  readonly timeUnchosen: string;
  readonly slotFull: string;
  readonly slotLeft: (remaining: number) => string;
  readonly noSlots: string;
  readonly contact: string;
  readonly name: string;
  readonly phoneField: string;
  readonly phoneHint: string;
  readonly email: string;
  readonly orderNote: string;
  readonly orderNoteHint: string;
  readonly fieldFaults: Readonly<Record<'name' | 'phone' | 'email' | 'note' | 'pickupAt', Readonly<Record<FieldFault, string>>>>;
  readonly placeOrder: string;
  readonly placing: string;
  readonly tryAgain: string;
  readonly removeSoldOut: string;
  readonly refusals: Readonly<Record<RefusalCode, string>>;
  readonly refusalSoldOut: (names: string) => string;
  /** `names` say how many are left of each. */
  readonly refusalShort: (names: string) => string;
  readonly refusalMinimum: (minimum: string) => string;
  readonly refusalWait: (minutes: number) => string;

  readonly orderNumber: string;
  readonly pickupTime: string;
  readonly pickupAtPlace: string;
  readonly orderContents: string;
  readonly noteLabel: string;
  readonly dropped: (count: number) => string;
  readonly backToMenu: string;
  readonly progress: string;
  readonly stepDone: string;
  readonly steps: Readonly<Record<PickupStatus, string>>;
  readonly statusTitle: Readonly<Record<PickupStatus, string>>;
  readonly statusHint: Readonly<Record<PickupStatus, string>>;
  readonly following: string;
  readonly reconnecting: string;
  readonly reload: string;
  readonly placedAt: (moment: string) => string;
}
