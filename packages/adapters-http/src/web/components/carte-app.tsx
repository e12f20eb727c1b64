import type { Carte } from '@comptoir/core/carte/carte.js';
import type { PlacedNow } from '../checkout.js';
import type { Language } from '../language.js';
import { textsOf } from '../texts/texts-of.js';
import { CategoryNav } from './category-nav.js';
import { Masthead } from './masthead.js';
import { Menu } from './menu.js';
import { OrderingPage } from './ordering-page.js';

/** What the host renders the page from and hands to the browser. */
export interface CarteState {
  readonly carte: Carte;
  readonly language: Language;
  /** When the host rendered the page, ISO 8601. */
  readonly now: string;
}

/** The menu page. */
export function CarteApp({ carte, language, now, onPlaced }: CarteState & { onPlaced?: (placed: PlacedNow) => void }) {
  return (
    <OrderingPage
      channel="takeaway"
      texts={textsOf(language)}
      carte={carte}
      now={now}
      layout="menu"
      onPlaced={onPlaced}
      head={(menu) => (
        <>
          <Masthead carte={menu.carte} now={menu.now} />
          {menu.sections.length > 1 && <CategoryNav sections={menu.sections} />}
        </>
      )}
    >
      {({ sections, onPick }) => <Menu sections={sections} onPick={onPick} />}
    </OrderingPage>
  );
}
