import type { Refusal } from '../refusal.js';
import { useManage } from './manage-context.js';

/** Why it did not work, and what to do about it. */
export function RefusalWords({ refusal }: { refusal: Refusal }) {
  const { texts, link } = useManage();
  const { code, retryAfterSecs } = refusal;
  return (
    <>
      {texts.refusals[code]}
      {code === 'rate_limited' && ` ${texts.wait(retryAfterSecs ?? 60)}`}
      {code === 'unauthorized' && (
        <>
          {' '}
          <a href={link('login')}>{texts.signIn}</a>
        </>
      )}
    </>
  );
}
