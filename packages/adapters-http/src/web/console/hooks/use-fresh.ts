import { useEffect } from 'preact/hooks';
import type { Loaded } from './use-answer.js';

/** Asks again so long after each answer, while the page is looked at, and at once when it is looked at again. */
export function useFresh<Answer>({ answer, refusal, reload }: Loaded<Answer>, everyMs: number): void {
  useEffect(() => {
    if (answer === null && refusal === null) return;
    const again = () => {
      if (!document.hidden) reload();
    };
    const timer = setTimeout(again, everyMs);
    document.addEventListener('visibilitychange', again);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', again);
    };
  }, [answer, refusal, everyMs]);
}
