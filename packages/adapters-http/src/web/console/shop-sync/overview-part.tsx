import { useState } from 'preact/hooks';
import { change } from '../../client/console-rpc.js';
import { ActWords } from '../components/act-words.js';
import { Loading } from '../components/loading.js';
import { useAct } from '../hooks/use-act.js';
import { useAnswer } from '../hooks/use-answer.js';
import { useFresh } from '../hooks/use-fresh.js';
import type { ShopStatus } from './concerns.js';
import { ConnectionCard } from './connection-card.js';
import { Glance } from './glance.js';
import { type Begin, JobCards } from './job-cards.js';
import { RunList } from './run-list.js';
import { StoppedNotice } from './stopped-notice.js';
import { useShopSync } from './texts/shop-sync-texts.js';
import { type Run, useEndedRuns } from './use-ended-runs.js';

/** How often is looked: while something runs, and while nothing does. */
const RUNNING_MS = 1000;
const IDLE_MS = 20_000;

/** Whether the shop is in step, what runs and has run, and the connection. */
export function OverviewPart() {
  const words = useShopSync();
  const status = useAnswer('shopSync.getStatus', {});
  const isRunning = status.refusal === null && (status.answer?.running.length ?? 0) > 0;
  useFresh(status, isRunning ? RUNNING_MS : IDLE_MS);
  const [page, setPage] = useState(1);
  const runs = useAnswer('shopSync.listRuns', { page, pageSize: 10 });
  const nameOf = ({ job, dryRun }: Run) => (dryRun ? `${words.jobs[job]} (${words.dry})` : words.jobs[job]);
  const { ended, watch } = useEndedRuns(status.answer, runs.reload);
  const act = useAct();

  const begin: Begin = (job, { isDry, acceptDisappearance = false }) =>
    act.take(
      `${job} ${isDry}`,
      () => change(isDry ? 'shopSync.dryRun' : 'shopSync.run', { job, acceptDisappearance }),
      (run) => {
        watch(run);
        status.reload();
        runs.reload();
        return isDry ? words.dryStarted(words.jobs[job]) : words.started(words.jobs[job]);
      },
    );
  const isBad = ended !== null && ended.outcome !== 'completed' && ended.outcome !== 'completed_with_quarantine';
  const endWords = ended === null ? '' : words.ended(nameOf(ended), words.outcomes[ended.outcome ?? 'cut']);

  const shown = (answer: ShopStatus) => (
    <>
      <Glance status={answer} />
      <div class="outcome outcome--kept">
        <ActWords act={ended === null ? act : { ...act, said: isBad ? '' : endWords }} />
        <p class="fault" role="alert">
          {isBad && endWords}
        </p>
      </div>
      {answer.stopped !== null && <StoppedNotice stopped={answer.stopped} isBusy={act.busyWith !== null} onBegin={begin} />}
      {answer.connection.connected && <JobCards status={answer} isBusy={act.busyWith !== null} onBegin={begin} nameOf={nameOf} />}
      <ConnectionCard connection={answer.connection} onChanged={status.reload} />
      <RunList runs={runs} onPage={setPage} nameOf={nameOf} />
    </>
  );
  return <Loading of={status}>{shown}</Loading>;
}
