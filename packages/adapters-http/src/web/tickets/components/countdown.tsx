import { clockOf, minutesSaid } from '../held.js';
import { useSecondsLeft } from '../hooks/use-seconds-left.js';
import { useTicketPage } from './ticket-context.js';

/** How long places are still held: seen by the second, said aloud now and then. */
export function Countdown({ until, onOver }: { until: number; onOver: () => void }) {
  const { texts } = useTicketPage();
  const seconds = useSecondsLeft(until, onOver);
  const said = minutesSaid(seconds);
  return (
    <div class={`countdown${seconds <= 60 ? ' countdown--short' : ''}`}>
      <p role="timer" aria-live="off">
        {texts.timeLeft} <strong class="countdown__time figure">{clockOf(seconds)}</strong>
      </p>
      <p class="visually-hidden" role="status">
        {said !== null && texts.minutesLeft(said)}
      </p>
    </div>
  );
}
