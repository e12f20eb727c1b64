import type { BasketNews } from '../basket-news.js';
import { usePage } from './page-context.js';

/** What the menu changed about a basket that was kept. */
export function BasketNewsNotice({ news, onDismiss }: { news: readonly BasketNews[]; onDismiss: () => void }) {
  const { texts, money } = usePage();
  const inWords = (piece: BasketNews): string => {
    switch (piece.kind) {
      case 'gone':
        return texts.news.gone(piece.name);
      case 'sold_out':
        return texts.news.soldOut(piece.name);
      case 'short':
        return texts.news.short(piece.name, piece.left);
      case 'choices':
        return texts.news.choices(piece.name);
      case 'repriced':
        return texts.news.repriced(piece.name, money(piece.beforeCents), money(piece.afterCents));
    }
  };
  return (
    <div class="basket-news" role="status">
      {news.length > 0 && (
        <div class="notice notice--warm">
          <p>
            <strong>{texts.news.title}</strong>
          </p>
          <ul>
            {[...new Set(news.map(inWords))].map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
          <button type="button" class="text-button" onClick={onDismiss}>
            {texts.dismiss}
          </button>
        </div>
      )}
    </div>
  );
}
