import type { ConsoleRefusal } from '../console-refusal.js';
import { useConsole } from './console-context.js';

/** Why it did not work, and what to do about it. */
export function RefusalWords({ refusal }: { refusal: ConsoleRefusal }) {
  const { texts, link } = useConsole();
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
