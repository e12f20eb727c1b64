import { useConsole } from '../components/console-context.js';
import { type Concern, concernsOf, type ShopStatus } from './concerns.js';
import { type ShopPart, type ShopSyncTexts, useShopSync } from './texts/shop-sync-texts.js';
import { useFaultWords } from './use-fault-words.js';

/** In one look: everything is in step, or what is not. */
export function Glance({ status }: { status: ShopStatus }) {
  const words = useShopSync();
  const wordsOf = useConcernWords();
  const concerns = concernsOf(status);
  if (concerns.length === 0) {
    return (
      <p class="glance glance--good">
        {words.inStep} <PartLink part="drift" words={words} />
      </p>
    );
  }
  return (
    <section class="glance" aria-label={words.attention}>
      <p class="glance__title">{words.attention}</p>
      <ul class="glance__list">
        {concerns.map((concern) => (
          <li key={`${concern.kind} ${'job' in concern ? concern.job : ''}`}>
            {wordsOf(concern)} {concern.kind === 'quarantined' && <PartLink part="quarantine" words={words} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

function PartLink({ part, words }: { part: ShopPart; words: ShopSyncTexts }) {
  return <a href={`#${part}`}>{words.parts[part]}</a>;
}

function useConcernWords(): (concern: Concern) => string {
  const { when } = useConsole();
  const { concerns, jobs } = useShopSync();
  const faultWords = useFaultWords();
  return (concern) => {
    switch (concern.kind) {
      case 'notConnected':
      case 'notBegun':
      case 'stopped':
        return concerns[concern.kind];
      case 'testFailed':
        return concerns.testFailed(faultWords(concern.fault));
      case 'unreadable':
        return concerns.unreadable(concern.resources.join(', '));
      case 'paused':
        return concerns.paused(when(concern.until));
      case 'failed':
      case 'late':
      case 'never':
        return concerns[concern.kind](jobs[concern.job]);
      case 'quarantined':
        return concerns.quarantined(concern.count);
    }
  };
}
