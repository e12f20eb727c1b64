import type { ManageView } from '../manage-view.js';
import { useManage } from './manage-context.js';

/** A page that has nothing but a sentence to offer, and a way on. */
export function MessagePage({ view }: { view: Extract<ManageView, { page: 'refused' | 'unknown' }> }) {
  const { texts, link } = useManage();
  return (
    <>
      <h1 class="manage__title">{texts.headings[view.page]}</h1>
      <p class="manage__words">{view.page === 'refused' ? texts.refusals[view.code] : texts.unknownHint}</p>
      <p class="manage__beside">
        <a href={link(view.page === 'refused' ? 'login' : undefined)}>{view.page === 'refused' ? texts.otherAccount : texts.toHome}</a>
      </p>
    </>
  );
}
