interface RefusalTextProps {
  /** What the code says in words. */
  readonly sentence: string;
  readonly refusal: { readonly code: string; readonly retryAfterSecs: number | null };
  readonly texts: { readonly wait: (seconds: number) => string; readonly signIn: string };
  readonly loginHref: string;
}

/** Said of too many calls when the platform does not tell how long to wait. */
const WAIT_SECS = 60;

/** Why it did not work, and what to do about it: the same on every page of those who sign in. */
export function RefusalText({ sentence, refusal: { code, retryAfterSecs }, texts, loginHref }: RefusalTextProps) {
  return (
    <>
      {sentence}
      {(code === 'rate_limited' || retryAfterSecs !== null) && ` ${texts.wait(retryAfterSecs ?? WAIT_SECS)}`}
      {code === 'unauthorized' && (
        <>
          {' '}
          <a href={loginHref}>{texts.signIn}</a>
        </>
      )}
    </>
  );
}
