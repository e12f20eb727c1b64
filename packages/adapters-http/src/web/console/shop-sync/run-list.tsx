import { useConsole } from '../components/console-context.js';
import { Loading } from '../components/loading.js';
import { PageTurner } from '../components/page-turner.js';
import type { Loaded } from '../hooks/use-answer.js';
import type { AnswerOf } from '../wire.js';
import { secondsOf, writtenBy } from './run-counts.js';
import { useShopSync } from './texts/shop-sync-texts.js';
import type { Run } from './use-ended-runs.js';

interface RunListProps {
  readonly runs: Loaded<AnswerOf<'shopSync.listRuns'>>;
  readonly onPage: (page: number) => void;
  readonly nameOf: (run: Run) => string;
}

/** What was synchronized, with its outcome, newest first. */
export function RunList({ runs, onPage, nameOf }: RunListProps) {
  const { texts } = useConsole();
  const words = useShopSync();
  return (
    <>
      <h2 class="console__subtitle">{words.runs}</h2>
      <p class="console__hint">{words.runsHint}</p>
      <Loading of={runs}>
        {(answer) => (
          <>
            {answer.items.length === 0 && <p class="console__hint">{texts.none}</p>}
            <ul class="rows">
              {answer.items.map((run) => (
                <li key={run.id} class="row">
                  <RunWords run={run} name={nameOf(run)} />
                </li>
              ))}
            </ul>
            <PageTurner of={answer} label={words.runs} onPage={onPage} />
          </>
        )}
      </Loading>
    </>
  );
}

function RunWords({ run, name }: { run: Run; name: string }) {
  const { when } = useConsole();
  const words = useShopSync();
  const { outcome, state, startedAt, since, counts, dryRun } = run;
  const seconds = secondsOf(run);
  const isBad = outcome === 'failed' || outcome === 'timed_out' || state === 'cut';
  const isRunning = state === 'running';
  const shown = isRunning ? 'running' : (outcome ?? 'cut');
  const facts = [
    when(startedAt),
    ...(seconds === null ? [] : [words.took(seconds)]),
    since === null ? words.everything : words.since(when(since)),
  ];
  const figures = [
    [words.counts.read, counts.read],
    [words.counts.unchanged, counts.unchanged],
    [dryRun ? words.counts.wouldWrite : words.counts.written, writtenBy(run)],
    [words.counts.quarantined, counts.quarantined],
    [words.counts.gone, counts.gone],
    [words.counts.requests, counts.requests],
  ] as const;
  const tables = Object.entries(counts.writes);
  return (
    <div class="row__words">
      <p class={isBad ? 'row__name row__name--refused' : 'row__name'}>
        {name} · {words.outcomes[shown]}
      </p>
      <p class="console__hint">{facts.join(' · ')}</p>
      <RunReason run={run} />
      {/* Those of a run that is under way stand above, as they are now. */}
      {!isRunning && <p class="console__hint">{figures.map(([label, count]) => `${label} ${words.count(count)}`).join(' · ')}</p>}
      {!isRunning && tables.length > 0 && (
        <details class="fold fold--small">
          <summary>
            {words.byTable}
            <span class="visually-hidden">
              {' '}
              ({name}, {when(startedAt)})
            </span>
          </summary>
          <p class="console__hint">{tables.map(([table, count]) => `${table} ${words.count(count)}`).join(' · ')}</p>
        </details>
      )}
    </div>
  );
}

/** Why a run ended as it did. What is not told by more than a sentence of the platform stands as that was written, in English. */
function RunReason({ run: { outcome, state, reason, vanished } }: { run: Run }) {
  const words = useShopSync();
  if (state === 'cut') return <p class="console__hint">{words.cut}</p>;
  if (vanished !== null) return <p>{words.concerns.stopped}</p>;
  if (outcome === 'timed_out') return <p class="console__hint">{words.timedOut}</p>;
  return reason === null ? null : <p lang="en">{reason}</p>;
}
