import { useManage } from './manage-context.js';

/** The other way to sign in: with the account somebody has at their organisation. */
export function ProviderLink({ href }: { href: string }) {
  const { texts } = useManage();
  return (
    <div class="either">
      <p class="either__or">{texts.or}</p>
      <a class="button button--quiet" href={href}>
        {texts.signInWithProvider}
      </a>
    </div>
  );
}
