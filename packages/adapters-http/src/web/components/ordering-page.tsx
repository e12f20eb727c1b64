import type { Carte, CarteItem } from '@comptoir/core/carte/carte.js';
import type { PickupChannel } from '@comptoir/core/orders/order.js';
import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { type BasketLine, changeBasket, lineKey, lineOf } from '../basket.js';
import { EMPTY_FORM, type PlacedNow } from '../checkout.js';
import { asksForChoices, firstChoices } from '../choices.js';
import { useBasket } from '../hooks/use-basket.js';
import { useCheckout } from '../hooks/use-checkout.js';
import { useLiveCarte } from '../hooks/use-live-carte.js';
import { type MenuSection, menuSections } from '../menu-sections.js';
import { type PricedLine, priceBasket } from '../priced-basket.js';
import { roomFor } from '../remaining.js';
import type { Texts } from '../texts/texts.js';
import { BasketNewsNotice } from './basket-news.js';
import { BasketBar, BasketPanel } from './basket-panel.js';
import { CheckoutDialog } from './checkout-dialog.js';
import { ItemDialog } from './item-dialog.js';
import { OrderingNotice } from './ordering-notice.js';
import { makePage, PageProvider } from './page-context.js';
import { Practical } from './practical.js';

/** What a page that orders shows, as it is now. */
export interface Ordering {
  readonly carte: Carte;
  readonly now: Date;
  readonly sections: readonly MenuSection[];
  /** What the basket holds. */
  readonly taken: readonly BasketLine[];
  /** Puts an item into the basket, after asking for what it needs to know. Null where nothing can be ordered now. */
  readonly onPick: ((item: CarteItem) => void) | null;
  readonly onAdd: (line: BasketLine) => void;
}

export interface OrderingPageProps {
  readonly channel: PickupChannel;
  readonly texts: Texts;
  readonly carte: Carte;
  /** When the host rendered the page, ISO 8601. */
  readonly now: string;
  /** What the page lays out: lines of a menu, or goods, which want more room. */
  readonly layout: 'menu' | 'goods';
  readonly onPlaced: ((placed: PlacedNow) => void) | undefined;
  readonly head: (ordering: Ordering) => ComponentChildren;
  readonly children: (ordering: Ordering) => ComponentChildren;
}

interface ItemChoice {
  readonly item: CarteItem;
  readonly line: BasketLine | null;
}

/** A page with a basket: rendered by the host to be read, taken over in the browser to be ordered from. */
export function OrderingPage({ channel, texts, carte: initial, now: renderedAt, layout, onPlaced, head, children }: OrderingPageProps) {
  const page = useMemo(() => makePage(texts, initial), [texts, initial]);
  const live = useLiveCarte(channel, initial, renderedAt);
  const { carte, now } = live;
  const { priced, change, news, dismissNews } = useBasket(carte);
  const checkout = useCheckout(channel, carte.slug);
  const sections = useMemo(() => menuSections(carte), [carte]);
  const [choosing, setChoosing] = useState<ItemChoice | null>(null);
  const [isCheckingOut, setCheckingOut] = useState(false);
  const [form, setForm] = useState(EMPTY_FORM);
  const [said, setSaid] = useState('');
  const taken = priced.lines.map(({ line }) => line);

  const put = (line: BasketLine, instead: BasketLine | null) => {
    const action = instead === null ? ({ kind: 'add', line } as const) : ({ kind: 'replace', key: lineKey(instead), line } as const);
    const after = priceBasket(changeBasket({ lines: taken }, action), carte);
    change(action);
    setSaid(texts.added(line.name, texts.pieces(after.count), page.money(after.totalCents)));
  };

  const pick = (item: CarteItem) => {
    if (roomFor(item, null, taken) === 0) setSaid(texts.allTaken);
    else if (asksForChoices(item)) setChoosing({ item, line: null });
    else put(lineOf(item, firstChoices(item), 1, ''), null);
  };

  const edit = ({ item, line }: PricedLine) => setChoosing({ item, line });
  const takesOrders = carte.ordering.enabled && carte.ordering.open;
  const hasOrder = priced.lines.length > 0;
  const showsBasket = hasOrder || (takesOrders && sections.length > 0);
  const onAdd = (line: BasketLine) => put(line, null);
  const ordering: Ordering = { carte, now, sections, taken, onPick: takesOrders ? pick : null, onAdd };

  return (
    <PageProvider page={page}>
      <a class="skip-link" href="#content">
        {texts.skipToMenu}
      </a>
      {head(ordering)}
      <div class={`spread spread--${layout}${showsBasket ? ' spread--order' : ''}`}>
        <main id="content" tabIndex={-1}>
          <OrderingNotice carte={carte} now={now} />
          <BasketNewsNotice news={news} onDismiss={dismissNews} />
          {children(ordering)}
        </main>
        {showsBasket && (
          <aside class="beside needs-script" aria-label={texts.yourOrder}>
            <BasketPanel
              payments={carte.payments ?? []}
              priced={priced}
              change={change}
              onEdit={edit}
              say={setSaid}
              onCheckOut={() => setCheckingOut(true)}
            />
            {hasOrder && <BasketBar count={priced.count} totalCents={priced.totalCents} onOpen={() => setCheckingOut(true)} />}
          </aside>
        )}
      </div>
      <Practical site={carte} now={now} />
      <p class="visually-hidden" role="status">
        {said}
      </p>
      {isCheckingOut && (
        <CheckoutDialog
          live={live}
          checkout={checkout}
          priced={priced}
          change={change}
          onEdit={edit}
          form={form}
          onForm={setForm}
          onPlaced={(placed) => {
            change({ kind: 'set', basket: { lines: [] } });
            onPlaced?.(placed);
          }}
          onClosed={() => setCheckingOut(false)}
        />
      )}
      {choosing !== null && (
        <ItemDialog
          key={`${choosing.item.id} ${choosing.line === null ? '' : lineKey(choosing.line)}`}
          item={carte.items.find(({ id }) => id === choosing.item.id) ?? choosing.item}
          line={choosing.line}
          taken={taken}
          onDone={(line) => put(line, choosing.line)}
          onClosed={() => setChoosing(null)}
        />
      )}
    </PageProvider>
  );
}
