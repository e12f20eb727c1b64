import type { PickupChannel } from '@comptoir/core/orders/order.js';
import type { PlacedOrder } from '@comptoir/core/orders/order-contract.js';
import type { PaymentMethod } from '@comptoir/core/payments/payment.js';
import type { WebAssets } from './assets.js';
import { OrderApp, type OrderSite, type OrderState } from './components/order-app.js';
import { renderDocument } from './document.js';
import type { Language } from './language.js';
import { hostTextsOf } from './texts/host-texts.js';
import { shopTextsOf } from './texts/shop-texts-of.js';
import { textsOf } from './texts/texts-of.js';

export interface OrderPageInput {
  readonly channel: PickupChannel;
  readonly order: PlacedOrder;
  /** How it can be paid while it is not. */
  readonly payments: readonly PaymentMethod[];
  /** The provider has just not answered. */
  readonly isUnreachable: boolean;
  /** The establishment of the order; a `Carte` or a `Site` will do. */
  readonly site: OrderSite;
  readonly language: Language;
  /** The language was asked for in the address, so links keep it. */
  readonly isLanguageChosen: boolean;
  readonly assets: WebAssets;
  readonly now: Date;
}

/** The page a guest follows an order on. Its address is a secret, so it is kept from search engines. */
export function renderOrderPage(input: OrderPageInput): string {
  const { channel, order, payments, isUnreachable, site, language, isLanguageChosen, assets, now } = input;
  const { slug, name, address, phone, website, languages, currency, timezone } = site;
  const state: OrderState = {
    channel,
    order,
    payments,
    isUnreachable,
    site: { slug, name, address, phone, website, languages, currency, timezone },
    language,
    languageQuery: isLanguageChosen ? `?lang=${language}` : '',
    now: now.toISOString(),
  };
  const texts = channel === 'boutique' ? shopTextsOf(language) : textsOf(language);
  return renderDocument({
    language,
    assets,
    title: hostTextsOf(language).orderTitle(order.number, name),
    description: null,
    canonical: null,
    body: <OrderApp {...state} texts={texts} />,
    client: { script: channel === 'boutique' ? 'shop-order.js' : 'order.js', state },
  });
}
