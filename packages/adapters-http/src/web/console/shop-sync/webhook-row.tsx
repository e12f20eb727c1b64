import { useConsole } from '../components/console-context.js';
import type { AnswerOf } from '../wire.js';
import { useShopSync } from './texts/shop-sync-texts.js';

export type WebhookLog = AnswerOf<'webhooks.getLog'>;

interface WebhookRowProps {
  readonly log: WebhookLog;
  readonly isBusy: boolean;
  /** Null: the caller may not. */
  readonly onReplay: (() => void) | null;
}

/** One event that the shop has told, and what became of it. */
export function WebhookRow({ log, isBusy, onReplay }: WebhookRowProps) {
  const { when } = useConsole();
  const words = useShopSync();
  const { entity, externalId, action, state, result, reason, receivedAt, attempts, processingMs, coalescedInto, replayOf } = log;
  const name = `${words.entity[entity]} ${externalId} ${words.actions[action]}`;
  const facts = [
    when(receivedAt),
    ...(attempts === 0 ? [] : [words.tries(attempts)]),
    ...(processingMs === null ? [] : [words.processedIn(processingMs)]),
    ...(coalescedInto === null ? [] : [words.coalesced]),
    ...(replayOf === null ? [] : [words.replayOf]),
  ];
  return (
    <li class="row">
      <div class="row__words">
        <p class={state === 'failed' ? 'row__name row__name--refused' : 'row__name'}>
          {name} · {words.states[state]}
          {result !== null && ` (${words.results[result]})`}
        </p>
        {/* The platform's own words, in English. */}
        {reason !== null && <p lang="en">{reason}</p>}
        <p class="console__hint">{facts.join(' · ')}</p>
      </div>
      {onReplay !== null && (
        <button type="button" class="text-button" aria-disabled={isBusy} onClick={onReplay}>
          {words.replay}
          <span class="visually-hidden"> ({name})</span>
        </button>
      )}
    </li>
  );
}
