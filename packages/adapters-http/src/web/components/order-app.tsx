import type { Carte } from '@comptoir/core/carte/carte.js';
import { isOver, type PickupChannel } from '@comptoir/core/orders/order.js';
import type { PlacedOrder } from '@comptoir/core/orders/order-contract.js';
import { isUnpaid, type PaymentMethod, type PaymentStatus } from '@comptoir/core/payments/payment.js';
import { useMemo } from 'preact/hooks';
import { formatMoment, formatTime } from '../format.js';
import { useOrderProgress } from '../hooks/use-order-progress.js';
import type { Language } from '../language.js';
import { isLost, type Progress } from '../order-progress.js';
import { homePath, orderPath, payPath } from '../page-paths.js';
import type { Texts } from '../texts/texts.js';
import { OrderProgress } from './order-progress.js';
import { makePage, type Page, PageProvider } from './page-context.js';
import { PayForms } from './pay-forms.js';
import { PostalAddress, type Reachable, telephoneLink } from './postal-address.js';
import { SmallMasthead } from './small-masthead.js';

export type OrderSite = Reachable & Pick<Carte, 'slug' | 'languages' | 'currency' | 'timezone'>;

/** What the host renders the page of an order from and hands to the browser. */
export interface OrderState {
  readonly channel: PickupChannel;
  readonly order: PlacedOrder;
  /** How the order can be paid while it is not. */
  readonly payments: readonly PaymentMethod[];
  /** The provider has just not answered. */
  readonly isUnreachable: boolean;
  readonly site: OrderSite;
  readonly language: Language;
  /** `?lang=fr` when the language was asked for in the address, else empty. */
  readonly languageQuery: string;
  /** When the host rendered the page, ISO 8601. */
  readonly now: string;
}

/** The live page of an order, in the words of its channel. Without JavaScript it shows how things stood when it was loaded. */
export function OrderApp({ channel, order, payments, isUnreachable, site, texts, languageQuery, now }: OrderState & { texts: Texts }) {
  const page = useMemo(() => makePage(texts, { ...site, currency: order.currency }), [texts, site, order]);
  const { connection, ...progress } = useOrderProgress(order.id, { status: order.status, payment: order.paymentStatus ?? null });
  const { status, payment } = progress;
  const words = wordsOf(progress, texts);
  const pickup = formatMoment(new Date(order.pickupAt), new Date(now), page, texts);
  return (
    <PageProvider page={page}>
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
            <p class="ticket__title">{words.title}</p>
            <p>{words.hint}</p>
          </div>
          {payment !== null && !isLost(status) && (
            <PayForms
              status={payment}
              placedAt={order.placedAt}
              total={order.total}
              payPath={payPath(site.slug, order.id)}
              languageQuery={languageQuery}
              methods={payments}
              isUnreachable={isUnreachable}
            />
          )}
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
            status={isOver(status, payment) ? 'over' : connection}
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
        <Receipt order={order} payment={payment} page={page} />
        <section class="ticket__where" aria-labelledby="where-title">
          <h2 id="where-title">{texts.pickupAtPlace}</h2>
          <PostalAddress site={site} />
        </section>
        <p class="ticket__back">
          <a href={homePath(site.slug, channel) + languageQuery}>{texts.backToMenu}</a>
        </p>
      </main>
    </PageProvider>
  );
}

/** While it is not paid, an order is about that alone; once it is lost, about what becomes of the money. */
function wordsOf({ status, payment }: Progress, texts: Texts): { readonly title: string; readonly hint: string } {
  const { payments, statusTitle, statusHint } = texts;
  if (payment === null) return { title: statusTitle[status], hint: statusHint[status] };
  if (isLost(status)) return { title: statusTitle[status], hint: payments.hint[payment] };
  return isUnpaid(payment)
    ? { title: payments.status[payment], hint: payments.hint[payment] }
    : { title: statusTitle[status], hint: statusHint[status] };
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

function Receipt({ order, payment, page }: { order: PlacedOrder; payment: PaymentStatus | null; page: Page }) {
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
        {payment === null ? texts.payAtPickup : `${texts.payments.status[payment]}.`}{' '}
        {texts.placedAt(formatTime(new Date(order.placedAt), page))}
      </p>
    </section>
  );
}
