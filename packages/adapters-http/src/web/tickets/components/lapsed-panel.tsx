import { useEffect, useRef } from 'preact/hooks';
import { useTicketPage } from './ticket-context.js';

/** Says that the time to finish is over. */
export function LapsedPanel({ onStartAgain }: { onStartAgain: () => void }) {
  const { texts } = useTicketPage();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section class="message" aria-labelledby="lapsed-title">
      <h2 id="lapsed-title" class="message__title" tabIndex={-1} ref={heading}>
        {texts.lapsedTitle}
      </h2>
      <p role="alert">{texts.lapsed}</p>
      <p class="lapsed__again">
        <button type="button" class="button" onClick={onStartAgain}>
          {texts.startAgain}
        </button>
      </p>
    </section>
  );
}
