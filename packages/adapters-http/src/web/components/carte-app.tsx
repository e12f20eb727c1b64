import type { Carte, CarteItem } from '@comptoir/core/carte/carte.js';
import { useMemo, useState } from 'preact/hooks';
import { type BasketLine, changeBasket, lineKey, lineOf, type PricedLine, priceBasket } from '../basket.js';
import { EMPTY_FORM } from '../checkout.js';
import { asksForChoices, firstChoices } from '../choices.js';
import { useBasket } from '../hooks/use-basket.js';
import { useCheckout } from '../hooks/use-checkout.js';
import { useLiveCarte } from '../hooks/use-live-carte.js';
import type { Language } from '../language.js';
import { menuSections } from '../menu-sections.js';
import { BasketNewsNotice } from './basket-news.js';
import { BasketBar, BasketPanel } from './basket-panel.js';
import { CategoryNav } from './category-nav.js';
import { CheckoutDialog } from './checkout-dialog.js';
import { ItemDialog } from './item-dialog.js';
import { Masthead } from './masthead.js';
import { Menu } from './menu.js';
import { OrderingNotice } from './ordering-notice.js';
import { makePage, PageContext } from './page-context.js';
import { Practical } from './practical.js';

/** What the host renders the page from and hands to the browser. */
export interface CarteState {
  readonly carte: Carte;
  readonly language: Language;
  /** When the host rendered the page, ISO 8601. */
  readonly now: string;
}

interface ItemChoice {
  readonly item: CarteItem;
  readonly line: BasketLine | null;
}

/** The menu page: rendered by the host to be read, taken over in the browser to be ordered from. */
export function CarteApp({ carte: initial, language, now: renderedAt, onPlaced }: CarteState & { onPlaced?: (orderId: string) => void }) {
  const page = useMemo(() => makePage(language, initial), [language, initial]);
  const live = useLiveCarte(initial, renderedAt);
  const { carte, now } = live;
  const { priced, change, news, dismissNews } = useBasket(carte);
  const checkout = useCheckout(carte.slug);
  const sections = useMemo(() => menuSections(carte), [carte]);
  const [choosing, setChoosing] = useState<ItemChoice | null>(null);
  const [isCheckingOut, setCheckingOut] = useState(false);
  const [form, setForm] = useState(EMPTY_FORM);
  const [said, setSaid] = useState('');

  const put = (line: BasketLine, instead: BasketLine | null) => {
    const action = instead === null ? ({ kind: 'add', line } as const) : ({ kind: 'replace', key: lineKey(instead), line } as const);
    const after = priceBasket(changeBasket({ lines: priced.lines.map((known) => known.line) }, action), carte);
    change(action);
    setSaid(page.texts.added(line.name, page.texts.pieces(after.count), page.money(after.totalCents)));
  };

  const pick = (item: CarteItem) => {
    if (asksForChoices(item)) setChoosing({ item, line: null });
    else put(lineOf(item, firstChoices(item), 1, ''), null);
  };

  const edit = ({ item, line }: PricedLine) => setChoosing({ item, line });
  const takesOrders = carte.ordering.enabled && carte.ordering.open;
  const hasOrder = priced.lines.length > 0;
  const showsBasket = hasOrder || (takesOrders && sections.length > 0);

  return (
    <PageContext.Provider value={page}>
      <a class="skip-link" href="#menu">
        {page.texts.skipToMenu}
      </a>
      <Masthead carte={carte} now={now} />
      {sections.length > 1 && <CategoryNav sections={sections} />}
      <div class={showsBasket ? 'spread spread--order' : 'spread'}>
        <main id="menu" class="menu" tabIndex={-1}>
          <OrderingNotice carte={carte} now={now} />
          <BasketNewsNotice news={news} onDismiss={dismissNews} />
          <Menu sections={sections} onPick={takesOrders ? pick : null} />
        </main>
        {showsBasket && (
          <aside class="beside needs-script" aria-label={page.texts.yourOrder}>
            <BasketPanel priced={priced} change={change} onEdit={edit} say={setSaid} onCheckOut={() => setCheckingOut(true)} />
            {hasOrder && <BasketBar count={priced.count} totalCents={priced.totalCents} onOpen={() => setCheckingOut(true)} />}
          </aside>
        )}
      </div>
      <Practical carte={carte} now={now} />
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
          onPlaced={(orderId) => {
            change({ kind: 'set', basket: { lines: [] } });
            onPlaced?.(orderId);
          }}
          onClosed={() => setCheckingOut(false)}
        />
      )}
      {choosing !== null && (
        <ItemDialog
          key={`${choosing.item.id} ${choosing.line === null ? '' : lineKey(choosing.line)}`}
          item={choosing.item}
          line={choosing.line}
          onDone={(line) => put(line, choosing.line)}
          onClosed={() => setChoosing(null)}
        />
      )}
    </PageContext.Provider>
  );
}
