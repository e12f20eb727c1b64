import { useConsole } from '../components/console-context.js';
import type { AnswerOf } from '../wire.js';
import { QUARANTINE_CODES, useShopSync } from './texts/shop-sync-texts.js';

type Quarantined = AnswerOf<'shopSync.listQuarantine'>['items'][number];

interface QuarantinedRowProps {
  readonly record: Quarantined;
  readonly isBusy: boolean;
  readonly isChosen: boolean;
  readonly onChosen: () => void;
  readonly onRetry: () => void;
  readonly onDismiss: () => void;
}

/** A record that was set apart, and what can be done with it. */
export function QuarantinedRow({ record, isBusy, isChosen, onChosen, onRetry, onDismiss }: QuarantinedRowProps) {
  const { may, when } = useConsole();
  const words = useShopSync();
  const { entity, externalId, code, reason, attempts, firstAt, lastAt, nextTryAt } = record;
  const name = `${words.entity[entity]} ${externalId}`;
  const known = QUARANTINE_CODES.find((one) => one === code);
  const facts = [
    words.firstSeen(when(firstAt)),
    words.lastSeen(when(lastAt)),
    words.tries(attempts),
    nextTryAt === null ? words.isDismissed : words.nextTry(when(nextTryAt)),
  ];
  const mayRun = may('shopSync:run');
  return (
    <li class="row">
      <div class="row__words">
        {mayRun ? (
          <label class="choice choice--row">
            <input type="checkbox" checked={isChosen} onChange={onChosen} />
            <span class="row__name">{name}</span>
          </label>
        ) : (
          <p class="row__name">{name}</p>
        )}
        <p>
          {known !== undefined && `${words.codes[known]} — `}
          {/* The platform's own words, in English; they name the field. */}
          <span lang="en">{reason}</span>
        </p>
        <p class="console__hint">{facts.join(' · ')}</p>
      </div>
      {mayRun && (
        <div class="tools">
          <button type="button" class="text-button" aria-disabled={isBusy} onClick={onRetry}>
            {words.retry}
            <span class="visually-hidden"> ({name})</span>
          </button>
          {nextTryAt !== null && (
            <button type="button" class="text-button" aria-disabled={isBusy} onClick={onDismiss}>
              {words.dismiss}
              <span class="visually-hidden"> ({name})</span>
            </button>
          )}
        </div>
      )}
    </li>
  );
}
