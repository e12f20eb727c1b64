import { useState } from 'preact/hooks';
import { useConsole } from '../components/console-context.js';
import { Loading } from '../components/loading.js';
import { useAnswer } from '../hooks/use-answer.js';
import { DeviceList } from './device-list.js';
import { GateForm } from './gate-form.js';
import { type Gate, GateList } from './gate-list.js';
import { useGates } from './gates-texts.js';
import { Occupancy } from './occupancy.js';
import { ScanList } from './scan-list.js';

/** Who is inside, what was scanned, the gates with their rules, and the devices that scan. */
export function GatesPage() {
  const { may, place, texts } = useConsole();
  const words = useGates();
  const occupancy = useAnswer('accessControl.occupancy', {});
  const gates = useAnswer('accessControl.listGates', { pageSize: 100 });
  const devices = useAnswer('accessControl.listDevices', { pageSize: 100 });
  const [edited, setEdited] = useState<Gate | 'new' | null>(null);
  const saved = () => {
    setEdited(null);
    gates.reload();
  };
  return (
    <>
      <h1 class="console__title">{texts.pages.gates}</h1>
      {place.gateUrl !== null && (
        <p class="console__words">
          <a href={place.gateUrl}>{words.openScanner}</a>
        </p>
      )}
      <Loading of={occupancy}>{(answer) => <Occupancy occupancy={answer} />}</Loading>
      <h2 class="console__subtitle">{words.gates}</h2>
      <p class="console__hint">{words.gatesHint}</p>
      <Loading of={gates}>{({ items }) => <GateList gates={items} onEdit={setEdited} onGone={gates.reload} />}</Loading>
      {edited === null && may('accessControl:write') && (
        <button type="button" class="button button--inline" onClick={() => setEdited('new')}>
          {words.newGate}
        </button>
      )}
      {edited !== null && (
        <GateForm
          key={edited === 'new' ? '' : edited.id}
          gate={edited === 'new' ? null : edited}
          onSaved={saved}
          onClose={() => setEdited(null)}
        />
      )}
      <h2 class="console__subtitle">{words.scans}</h2>
      <ScanList devices={devices.answer?.items ?? []} onAnnulled={occupancy.reload} />
      <DeviceList devices={devices} />
    </>
  );
}
