import { useState } from 'preact/hooks';
import { change } from '../../client/console-rpc.js';
import { ActWords } from '../components/act-words.js';
import { useConsole } from '../components/console-context.js';
import { Loading } from '../components/loading.js';
import { FIRST_ROWS, OlderRows } from '../components/older-rows.js';
import { useAct } from '../hooks/use-act.js';
import { useAnswer } from '../hooks/use-answer.js';
import type { AnswerOf } from '../wire.js';
import type { Device } from './device-list.js';
import { useGates } from './gates-texts.js';

type Scan = AnswerOf<'accessControl.scans'>['items'][number];

interface ScanListProps {
  /** Those that are over too: what they have scanned stays. */
  readonly devices: readonly Device[];
  readonly onAnnulled: () => void;
}

/** What was scanned last, refusals too; an admission of the last minutes can be annulled. */
export function ScanList({ devices, onAnnulled }: ScanListProps) {
  const { may, texts } = useConsole();
  const words = useGates();
  const [limit, setLimit] = useState(FIRST_ROWS);
  const scans = useAnswer('accessControl.scans', { limit });
  const act = useAct();
  const annul = ({ id, gate, nonce }: Scan) =>
    act.take(
      id,
      () => change('accessControl.annulScan', { gate, nonce }),
      () => {
        scans.reload();
        onAnnulled();
        return words.annulled;
      },
    );
  return (
    <>
      <ActWords act={act} />
      <button type="button" class="text-button" onClick={scans.reload}>
        {texts.refresh}
      </button>
      <Loading of={scans}>
        {({ items, nextCursor }) => (
          <>
            {items.length === 0 && <p class="console__hint">{texts.none}</p>}
            <ul class="rows">
              {items.map((scan) => (
                <li key={scan.id} class="row">
                  <ScanWords scan={scan} by={devices.find(({ id }) => scan.actor === `key:${id}`)?.name ?? scan.actor} />
                  {may('accessControl:scan') && isOpen(scan) && (
                    <button type="button" class="text-button" aria-disabled={act.busyWith !== null} onClick={() => annul(scan)}>
                      {words.annul}
                      <span class="visually-hidden"> ({scan.gate})</span>
                    </button>
                  )}
                </li>
              ))}
            </ul>
            <OlderRows limit={limit} nextCursor={nextCursor} onLimit={setLimit} />
          </>
        )}
      </Loading>
    </>
  );
}

function isOpen({ admitted, annulledAt }: Scan): boolean {
  return admitted && annulledAt === null;
}

function ScanWords({ scan, by }: { scan: Scan; by: string }) {
  const { when } = useConsole();
  const words = useGates();
  const { admitted, annulledAt, reason, forced, elsewhere, gate, at, direction } = scan;
  return (
    <div class="row__words">
      <p class={admitted ? 'row__name' : 'row__name row__name--refused'}>
        {reason === null ? words.directions[direction] : words.reasons[reason]}
        {annulledAt !== null && ` · ${words.isAnnulled}`}
        {forced !== null && ` · ${words.forced(words.reasons[forced])}`}
      </p>
      <p class="console__hint">
        {when(at)} · {gate} · {by}
        {elsewhere !== null && ` · ${words.elsewhere(elsewhere.gate, when(elsewhere.at))}`}
      </p>
    </div>
  );
}
