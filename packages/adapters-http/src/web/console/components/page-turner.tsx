import { useConsole } from './console-context.js';

interface PageTurnerProps {
  readonly of: { readonly page: number; readonly pageSize: number; readonly total: number };
  /** What is listed, for those who do not see above what it stands. */
  readonly label: string;
  readonly onPage: (page: number) => void;
}

/** Turns the pages of a list; nothing where all of it is on one. */
export function PageTurner({ of: { page, pageSize, total }, label, onPage }: PageTurnerProps) {
  const { texts } = useConsole();
  const pages = Math.max(1, Math.ceil(total / pageSize));
  if (pages === 1 && page === 1) return null;
  const turn = (words: string, to: number) => (
    <button type="button" class="text-button" aria-disabled={to < 1 || to > pages} onClick={() => to >= 1 && to <= pages && onPage(to)}>
      {words}
    </button>
  );
  return (
    <nav class="tools" aria-label={label}>
      {turn(texts.previous, page - 1)}
      <span class="console__hint">{texts.listPages(page, pages)}</span>
      {turn(texts.next, page + 1)}
    </nav>
  );
}
