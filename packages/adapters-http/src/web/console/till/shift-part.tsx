import { useConsole } from '../components/console-context.js';
import { Loading } from '../components/loading.js';
import { useAnswer } from '../hooks/use-answer.js';
import { CashForm } from './cash-form.js';
import { CloseShiftForm } from './close-shift-form.js';
import { OpenShiftForm } from './open-shift-form.js';
import type { PartProps, Shift } from './register-page.js';
import { ReportTable } from './report-table.js';
import { useTill } from './texts/till-texts.js';

/** The shift that is open, with its X report, the cash beside sales and how it is closed; below, the Z reports of those before. */
export function ShiftPart({ register, shifts, shift, onShift, onOlder }: PartProps & { readonly onOlder: () => void }) {
  const { texts } = useConsole();
  const till = useTill();
  const closed = shifts.answer?.items.filter((one) => one.closed !== null) ?? [];
  const hasMore = (shifts.answer?.total ?? 0) > (shifts.answer?.items.length ?? 0);
  return (
    <>
      {shift !== null && <OpenShift registerId={register.id} shift={shift} onClosed={onShift} />}
      {shift === null && register.active && !register.training && <OpenShiftForm registerId={register.id} onOpened={onShift} />}
      {shift === null && register.training && <p class="console__words">{till.noShiftInTraining}</p>}
      <h2 class="console__subtitle">{till.zReports}</h2>
      {shifts.answer !== null && closed.length === 0 && <p class="console__hint">{texts.none}</p>}
      {closed.map((one, index) => (
        <ClosedShift key={one.id} shift={one} isOpen={index === 0} />
      ))}
      {hasMore && (
        <button type="button" class="text-button" onClick={onOlder}>
          {texts.older}
        </button>
      )}
    </>
  );
}

function OpenShift({ registerId, shift, onClosed }: { registerId: string; shift: Shift; onClosed: (said: string) => void }) {
  const { may, when } = useConsole();
  const till = useTill();
  const report = useAnswer('posManagement.xReport', { registerId });
  const whole = useAnswer('posManagement.shift', { id: shift.id });
  const moved = () => {
    report.reload();
    whole.reload();
  };
  return (
    <>
      <h2 class="console__subtitle">{till.xReport(shift.number)}</h2>
      <p class="console__hint">{till.openedBy(when(shift.openedAt))}</p>
      <Loading of={report}>
        {(answer) => (
          <>
            <ReportTable report={answer} />
            {may('posOrders:pay') && <CashForm registerId={registerId} movements={whole.answer?.movements ?? []} onMoved={moved} />}
            {may('posOrders:finish') && <CloseShiftForm registerId={registerId} report={answer} onClosed={onClosed} />}
          </>
        )}
      </Loading>
    </>
  );
}

function ClosedShift({ shift: { number, closed }, isOpen }: { shift: Shift; isOpen: boolean }) {
  const { money, when } = useConsole();
  const till = useTill();
  if (closed === null) return null;
  return (
    <details class="fold" open={isOpen}>
      <summary>
        {till.zReport(number)} · {when(closed.at)} · <span class="figure">{money(closed.report.totals.totalCents)}</span>
      </summary>
      <ReportTable report={closed.report} />
    </details>
  );
}
