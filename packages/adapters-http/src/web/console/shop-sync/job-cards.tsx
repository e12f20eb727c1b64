import type { SyncJob } from '@comptoir/core/shop-sync/sync-run.js';
import { elapsed } from '../../manage/elapsed.js';
import { useConsole } from '../components/console-context.js';
import { broughtBy, type ShopStatus, type Standing, standingOf } from './concerns.js';
import { RunningRun } from './running-run.js';
import { useShopSync } from './texts/shop-sync-texts.js';
import type { Run } from './use-ended-runs.js';

export type Begin = (job: SyncJob, how: { readonly isDry: boolean; readonly acceptDisappearance?: boolean }) => void;

interface JobCardsProps {
  readonly status: ShopStatus;
  readonly isBusy: boolean;
  readonly onBegin: Begin;
  readonly nameOf: (run: Run) => string;
}

const BADGES: Readonly<Record<Standing, string>> = { good: 'badge--good', failed: 'badge--fault', late: 'badge--fault', never: '' };

/** Each job: how it stands, its last good run and its next one, buttons that begin it, and how far it is while it runs. */
export function JobCards({ status, isBusy, onBegin, nameOf }: JobCardsProps) {
  const { language, may, when } = useConsole();
  const words = useShopSync();
  const isRunning = status.running.some(({ dryRun }) => !dryRun);
  const begin = (job: SyncJob, label: string, isDry: boolean) => {
    const isHeld = isBusy || (isRunning && !isDry);
    return (
      <button type="button" class="text-button" aria-disabled={isHeld} onClick={() => !isHeld && onBegin(job, { isDry })}>
        {label}
        <span class="visually-hidden"> ({words.jobs[job]})</span>
      </button>
    );
  };
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari drops the list role of a list without markers
    <ul class="cards cards--few" role="list">
      {status.jobs.map(({ job, nextAt }) => {
        const standing = standingOf(status, job);
        const brought = broughtBy(status, job);
        return (
          <li key={job} class="card">
            <h2 class="card__name">
              {words.jobs[job]} <span class={`badge ${BADGES[standing]}`}>{words.standings[standing]}</span>
            </h2>
            <p class="card__words">{words.jobHints[job]}</p>
            <dl class="facts">
              <dt>{words.lastGood}</dt>
              <dd>
                {brought === null
                  ? words.neverGood
                  : `${when(brought.startedAt)} (${elapsed(new Date(brought.startedAt), new Date(status.now), language)})`}
                {brought !== null && brought.job !== job && ` · ${words.jobs[brought.job]}`}
              </dd>
              <dt>{words.nextRun}</dt>
              <dd>{nextAt === null ? words.noNextRun : when(nextAt)}</dd>
            </dl>
            {may('shopSync:run') && (
              <div class="tools">
                {begin(job, words.run, false)}
                {begin(job, words.dryRun, true)}
              </div>
            )}
            {/* Below the buttons, so that none of them moves under a finger. */}
            {status.running.map((run) => run.job === job && <RunningRun key={run.id} run={run} name={nameOf(run)} now={status.now} />)}
          </li>
        );
      })}
    </ul>
  );
}
