import { useManage } from './manage-context.js';

/** What stands where there is no page. */
export function UnknownPage() {
  const { texts, link } = useManage();
  return (
    <>
      <h1 class="manage__title">{texts.headings.unknown}</h1>
      <p class="manage__words">{texts.unknownHint}</p>
      <p class="manage__beside">
        <a href={link()}>{texts.toHome}</a>
      </p>
    </>
  );
}
