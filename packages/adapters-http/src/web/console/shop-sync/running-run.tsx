import { writtenBy } from './run-counts.js';
import { useShopSync } from './texts/shop-sync-texts.js';
import type { Run } from './use-ended-runs.js';

interface RunningRunProps {
  readonly run: Run;
  readonly name: string;
  readonly now: string;
}

/** A run that is under way, and how far it is. */
export function RunningRun({ run, name, now }: RunningRunProps) {
  const words = useShopSync();
  const { counts, expected, dryRun, startedAt } = run;
  // Vendors and categories are read before anybody knows how much there is in all.
  const isKnown = expected > 0 && expected >= counts.read;
  const seconds = Math.max(0, Math.round((Date.parse(now) - Date.parse(startedAt)) / 1000));
  const facts = [
    isKnown ? words.progress(counts.read, expected) : words.readSoFar(counts.read),
    `${dryRun ? words.counts.wouldWrite : words.counts.written} ${words.count(writtenBy(run))}`,
    `${words.counts.quarantined} ${words.count(counts.quarantined)}`,
    words.took(seconds),
  ];
  return (
    <div class="running">
      <p class="row__name">
        {name} <span class="badge">{words.outcomes.running}</span>
      </p>
      <progress class="progress" aria-label={name} {...(isKnown ? { value: counts.read, max: expected } : {})} />
      <p class="console__hint figure--line">{facts.join(' · ')}</p>
    </div>
  );
}
