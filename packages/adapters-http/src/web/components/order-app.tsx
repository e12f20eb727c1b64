import type { Carte } from '@comptoir/core/carte/carte.js';
import type { Channel } from '@comptoir/core/orders/order.js';
import type { PlacedOrder } from '@comptoir/core/orders/order-contract.js';
import { useMemo } from 'preact/hooks';
import { formatMoment, formatTime } from '../format.js';
import { useOrderStatus } from '../hooks/use-order-status.js';
import type { Language } from '../language.js';
import { isLost, isOver } from '../order-progress.js';
import { homePath, orderPath } from '../page-paths.js';
import type { Texts } from '../texts/texts.js';
import { OrderProgress } from './order-progress.js';
import { makePage, type Page, PageContext } from './page-context.js';
import { PostalAddress, type Reachable, telephoneLink } from './postal-address.js';
import { SmallMasthead } from './small-masthead.js';

export type OrderSite = Reachable & Pick<Carte, 'slug' | 'languages' | 'currency' | 'timezone'>;

/** What the host renders the page of an order from and hands to the browser. */
export interface OrderState {
  readonly channel: Channel;
  readonly order: PlacedOrder;
  readonly site: OrderSite;
  readonly language: Language;
  /** `?lang=fr` when the language was asked for in the address, else empty. */
  readonly languageQuery: string;
  /** When the host rendered the page, ISO 8601. */
  readonly now: string;
}

/** The live page of an order, in the words of its channel. Without JavaScript it shows how things stood when it was loaded. */
export function OrderApp({ channel, order, site, texts, languageQuery, now }: OrderState & { texts: Texts }) {
  const page = useMemo(() => makePage(texts, { ...site, currency: order.currency }), [texts, site, order]);
  const { status, connection } = useOrderStatus(order.id, order.status);
  const pickup = formatMoment(new Date(order.pickupAt), new Date(now), page, texts);
  return (
    <PageContext.Provider value={page}>
      <a class="skip-link" href="#order">
        {texts.skipToOrder}
      </a>
      <SmallMasthead channel={channel} site={site} languageQuery={languageQuery} />
      <main id="order" class={`ticket ticket--${status}`} tabIndex={-1}>
        <div class="ticket__top">
          <h1 class="ticket__number">
            <span class="ticket__label">{texts.orderNumber}</span> {order.number}
          </h1>
          <div role="status" class="ticket__status">
            <p class="ticket__title">{texts.statusTitle[status]}</p>
            <p>{texts.statusHint[status]}</p>
          </div>
          {isLost(status) && site.phone !== null && (
            <p>
              <a class="button" href={telephoneLink(site.phone)}>
                {texts.call(site.phone)}
              </a>
            </p>
          )}
          {!isLost(status) && <OrderProgress status={status} />}
          <Connection
            page={page}
            status={isOver(status) ? 'over' : connection}
            address={orderPath(site.slug, order.id, channel) + languageQuery}
          />
        </div>
        <dl class="ticket__facts">
          <div>
            <dt>{texts.pickupTime}</dt>
            <dd>
              <time dateTime={order.pickupAt}>{pickup}</time>
            </dd>
          </div>
          <div>
            <dt>{texts.total}</dt>
            <dd class="figure">{page.price(order.total)}</dd>
          </div>
        </dl>
        <Receipt order={order} page={page} />
        <section class="ticket__where" aria-labelledby="where-title">
          <h2 id="where-title">{texts.pickupAtPlace}</h2>
          <PostalAddress site={site} />
        </section>
        <p class="ticket__back">
          <a href={homePath(site.slug, channel) + languageQuery}>{texts.backToMenu}</a>
        </p>
      </main>
    </PageContext.Provider>
  );
}

interface ConnectionProps {
  readonly page: Page;
  readonly status: 'over' | 'none' | 'live' | 'lost';
  /** Of this page. */
  readonly address: string;
}

function Connection({ page, status, address }: ConnectionProps) {
  const { texts } = page;
  if (status === 'over') return null;
  return (
    <>
      {status !== 'none' && <p class={`connection connection--${status}`}>{status === 'live' ? texts.following : texts.reconnecting}</p>}
      <noscript>
        <p>
          <a class="button" href={address}>
            {texts.reload}
          </a>
        </p>
      </noscript>
    </>
  );
}

function Receipt({ order, page }: { order: PlacedOrder; page: Page }) {
  const { texts, contentLang, price } = page;
  return (
    <section class="receipt" aria-labelledby="contents-title">
      <h2 id="contents-title">{texts.orderContents}</h2>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the list role of a list without markers */}
      <ul class="receipt__lines" role="list">
        {order.items.map(({ id, name, variant, options, quantity, total, note }, index) => (
          <li key={`${id} ${index}`} class="line">
            <div class="line__head">
              <span class="line__name">
                <span class="figure">{quantity} ×</span> <span lang={contentLang}>{name}</span>
              </span>
              <span class="line__total figure">{price(total)}</span>
            </div>
            {(variant !== null || options.length > 0) && (
              <p class="line__chosen" lang={contentLang}>
                {[...(variant === null ? [] : [variant]), ...options].map((chosen) => chosen.name).join(', ')}
              </p>
            )}
            {note !== null && <p class="line__note">« {note} »</p>}
          </li>
        ))}
      </ul>
      {order.dropped.length > 0 && <p class="fault">{texts.dropped(order.dropped.length)}</p>}
      <p class="total">
        <span>{texts.total}</span> <span class="figure">{price(order.total)}</span>
      </p>
      <p class="basket__hint">
        {texts.payAtPickup} {texts.placedAt(formatTime(new Date(order.placedAt), page))}
      </p>
    </section>
  );
}
