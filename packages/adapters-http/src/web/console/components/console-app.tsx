import { useMemo } from 'preact/hooks';
import { Notice } from '../../components/notice.js';
import { formatCents } from '../../format.js';
import { linkOf } from '../console-link.js';
import { type ConsolePlace, type ConsoleState, pagesOf } from '../console-view.js';
import { GatesPage } from '../gates/gates-page.js';
import { LinksPage } from '../links/links-page.js';
import { ShopPage } from '../shop-sync/shop-page.js';
import { CONSOLE_TEXTS } from '../texts/console-texts.js';
import { TillPage } from '../till/till-page.js';
import { ConsoleContext, type ConsoleContextValue } from './console-context.js';
import { ConsoleHead } from './console-head.js';

/** Every page of the console: its frame rendered by the host, the rest asked for by the script. */
export function ConsoleApp(state: ConsoleState) {
  const { place, language } = state;
  const texts = CONSOLE_TEXTS[language];
  const isShown = pagesOf(state).includes(state.page);
  return (
    <div class="console">
      <ConsoleHead {...state} />
      <main class="console__main">
        {place === null && (
          <>
            <h1 class="console__title">{texts.pages[state.page]}</h1>
            <p class="console__words">{texts.choosePlace}</p>
            <a class="button" href={linkOf(state)()}>
              {texts.toPlaces}
            </a>
          </>
        )}
        {place !== null && !isShown && (
          <>
            <h1 class="console__title">{texts.pages[state.page]}</h1>
            <p class="console__words">{texts.notYours}</p>
          </>
        )}
        {place !== null && isShown && <PlacePage state={state} place={place} />}
      </main>
    </div>
  );
}

function PlacePage({ state, place }: { state: ConsoleState; place: ConsolePlace }) {
  const context = useMemo(() => contextOf(state, place), [state, place]);
  return (
    <ConsoleContext.Provider value={context}>
      <div class="plain-only">
        <Notice tone="warm">{context.texts.needsScript}</Notice>
      </div>
      <div class="needs-script">{pageOf(state)}</div>
    </ConsoleContext.Provider>
  );
}

function pageOf({ page, chosen }: ConsoleState) {
  switch (page) {
    case 'till':
      return <TillPage registerId={chosen} />;
    case 'gates':
      return <GatesPage />;
    case 'shop':
      return <ShopPage />;
    case 'links':
      return <LinksPage />;
  }
}

function contextOf(state: ConsoleState, place: ConsolePlace): ConsoleContextValue {
  const { language, permissions } = state;
  const { currency, timezone } = place;
  const format = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : 'fr-FR', {
    timeZone: timezone,
    dateStyle: 'short',
    timeStyle: 'short',
  });
  return {
    language,
    texts: CONSOLE_TEXTS[language],
    place,
    may: (permission) => permissions.includes(permission),
    money: (cents) => formatCents(cents, { language, currency, timezone }),
    when: (instant) => format.format(new Date(instant)),
    link: linkOf(state),
  };
}
