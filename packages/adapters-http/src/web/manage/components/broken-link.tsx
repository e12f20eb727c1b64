import { useManage } from './manage-context.js';

/** What stands where a link was not whole, or was loaded again after its token had left the address. */
export function BrokenLink({ page }: { page: 'reset' | 'verify' }) {
  const { texts, link } = useManage();
  return (
    <>
      <h1 class="manage__title">{texts.brokenLink}</h1>
      <p class="manage__words">{texts.brokenLinkHint[page]}</p>
      <p class="manage__beside">
        <a href={link(page === 'reset' ? 'forgot' : 'login')}>{page === 'reset' ? texts.askAnew : texts.toLogin}</a>
      </p>
    </>
  );
}
