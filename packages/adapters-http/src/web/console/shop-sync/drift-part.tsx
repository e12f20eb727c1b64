import { change, PATIENTLY } from '../../client/console-rpc.js';
import { ActWords } from '../components/act-words.js';
import { useConsole } from '../components/console-context.js';
import { Loading } from '../components/loading.js';
import { useAct } from '../hooks/use-act.js';
import { useAnswer } from '../hooks/use-answer.js';
import type { AnswerOf } from '../wire.js';
import { DriftEntityBox } from './drift-entity.js';
import { secondsOf } from './run-counts.js';
import { useShopSync } from './texts/shop-sync-texts.js';

type Report = NonNullable<AnswerOf<'shopSync.getDriftReport'>>;

/** How far the establishment and its shop are apart, as they were compared last. */
export function DriftPart() {
  const { may, texts } = useConsole();
  const words = useShopSync();
  const report = useAnswer('shopSync.getDriftReport', {});
  const act = useAct();
  const isBusy = act.busyWith !== null;
  const compare = () =>
    act.take(
      'compare',
      // Whatever comes of the call, the report that was kept is the last one.
      () => change('shopSync.runDriftReport', {}, PATIENTLY).finally(report.reload),
      () => words.compared,
    );
  return (
    <>
      <p class="console__words">{words.driftHint}</p>
      {may('shopSync:run') && (
        <button type="button" class="button button--inline" aria-disabled={isBusy} onClick={compare}>
          {isBusy ? texts.busy : words.compare}
        </button>
      )}
      <ActWords act={isBusy ? { ...act, said: words.comparing } : act} />
      {act.refusal?.code === 'unreachable' && <p class="console__hint">{words.compareLost}</p>}
      {report.isCurrent && report.answer === null ? (
        <p class="console__words">{words.noReport}</p>
      ) : (
        <Loading of={report}>{(answer) => answer !== null && <ReportOf report={answer} />}</Loading>
      )}
      <button type="button" class="text-button" onClick={report.reload}>
        {texts.refresh}
      </button>
    </>
  );
}

function ReportOf({ report }: { report: Report }) {
  const { when } = useConsole();
  const words = useShopSync();
  return (
    <>
      <p class="console__words">{words.reportOf(when(report.startedAt), secondsOf(report) ?? 0)}</p>
      <div class="cards cards--wide">
        {report.entities.map((drift) => (
          <DriftEntityBox key={drift.entity} drift={drift} />
        ))}
      </div>
    </>
  );
}
