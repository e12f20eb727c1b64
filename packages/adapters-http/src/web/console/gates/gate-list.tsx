import { change } from '../../client/console-rpc.js';
import { ActWords } from '../components/act-words.js';
import { ConfirmButton } from '../components/confirm-button.js';
import { useConsole } from '../components/console-context.js';
import { useAct } from '../hooks/use-act.js';
import type { AnswerOf } from '../wire.js';
import { type GatesTexts, useGates } from './gates-texts.js';

export type Gate = AnswerOf<'accessControl.getGate'>;

interface GateListProps {
  readonly gates: readonly Gate[];
  readonly onEdit: (gate: Gate) => void;
  readonly onGone: () => void;
}

/** The gates that have rules of their own. */
export function GateList({ gates, onEdit, onGone }: GateListProps) {
  const { may, texts } = useConsole();
  const words = useGates();
  const act = useAct();
  const remove = ({ id, name }: Gate) =>
    act.take(
      id,
      () => change('accessControl.deleteGate', { id }),
      () => {
        onGone();
        return words.gateGone(name);
      },
    );
  return (
    <>
      <ActWords act={act} />
      {gates.length === 0 && <p class="console__hint">{texts.none}</p>}
      <ul class="rows">
        {gates.map((gate) => (
          <li key={gate.id} class="row">
            <div class="row__words">
              <p class="row__name">{gate.name}</p>
              <p class="console__hint">{rulesOf(gate, words)}</p>
            </div>
            {may('accessControl:write') && (
              <div class="tools">
                <button type="button" class="text-button" onClick={() => onEdit(gate)}>
                  {words.edit}
                  <span class="visually-hidden"> ({gate.name})</span>
                </button>
                <ConfirmButton label={words.remove} about={gate.name} isBusy={act.busyWith !== null} onConfirm={() => remove(gate)} />
              </div>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

function rulesOf({ offerIds, earlyMinutes, lateMinutes, reentry }: Gate, words: GatesTexts): string {
  return [
    offerIds.length === 0 ? words.allOffers : words.someOffers(offerIds.length),
    ...(earlyMinutes === null ? [] : [words.early(earlyMinutes)]),
    ...(lateMinutes === null ? [] : [words.late(lateMinutes)]),
    ...(reentry === null ? [] : [reentry ? words.mayReturn : words.mayNotReturn]),
  ].join(' · ');
}
