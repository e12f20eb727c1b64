import { useState } from 'preact/hooks';
import { change, type Told } from '../../client/console-rpc.js';
import { Field } from '../../components/field.js';
import { ActWords } from '../components/act-words.js';
import { useConsole } from '../components/console-context.js';
import { useAct } from '../hooks/use-act.js';
import { useAnswer } from '../hooks/use-answer.js';
import type { Gate } from './gate-list.js';
import { useGates } from './gates-texts.js';
import { OfferChoice } from './offer-choice.js';
import { ReentryChoice } from './reentry-choice.js';

interface GateFormProps {
  /** Null: a new one. */
  readonly gate: Gate | null;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

/** A gate and its rules; what is left empty goes as the establishment has set. */
export function GateForm({ gate, onSaved, onClose }: GateFormProps) {
  const { texts } = useConsole();
  const words = useGates();
  const [name, setName] = useState(gate?.name ?? '');
  const [early, setEarly] = useState(textOf(gate?.earlyMinutes));
  const [late, setLate] = useState(textOf(gate?.lateMinutes));
  const [reentry, setReentry] = useState(gate?.reentry ?? null);
  const [offerIds, setOfferIds] = useState<readonly string[]>(gate?.offerIds ?? []);
  const [isTried, setTried] = useState(false);
  const offers = useAnswer('ticketing.listOffers', { pageSize: 100 });
  const act = useAct();

  const [earlyMinutes, lateMinutes] = [minutesOf(early), minutesOf(late)];
  const save = () => {
    setTried(true);
    if (name.trim() === '' || earlyMinutes === undefined || lateMinutes === undefined) return;
    const fields = { name: name.trim(), offerIds: [...offerIds], earlyMinutes, lateMinutes, reentry };
    const send = (): Promise<Told<Gate>> =>
      gate === null
        ? change('accessControl.createGate', fields)
        : change('accessControl.updateGate', { id: gate.id, version: gate.version, ...fields });
    act.take('save', send, () => {
      onSaved();
      return '';
    });
  };
  const minutesFault = (minutes: number | null | undefined) => (isTried && minutes === undefined ? words.notMinutes : undefined);

  return (
    <form
      class="narrow-form boxed"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <h3 class="console__subtitle">{gate === null ? words.newGate : gate.name}</h3>
      <Field
        label={words.gateName}
        name="name"
        value={name}
        onValue={setName}
        fault={isTried && name.trim() === '' ? words.nameMissing : undefined}
      />
      <Field
        label={words.earlyMinutes}
        name="early"
        value={early}
        onValue={setEarly}
        optional={words.asEstablishment}
        fault={minutesFault(earlyMinutes)}
      />
      <Field
        label={words.lateMinutes}
        name="late"
        value={late}
        onValue={setLate}
        optional={words.asEstablishment}
        fault={minutesFault(lateMinutes)}
      />
      <ReentryChoice reentry={reentry} onReentry={setReentry} />
      <OfferChoice offers={offers.answer?.items ?? []} offerIds={offerIds} onOfferIds={setOfferIds} />
      <ActWords act={act} />
      <div class="tools">
        <button type="submit" class="button button--inline" aria-disabled={act.busyWith !== null}>
          {act.busyWith === null ? words.save : texts.busy}
        </button>
        <button type="button" class="text-button" onClick={onClose}>
          {texts.cancel}
        </button>
      </div>
    </form>
  );
}

function textOf(minutes: number | null | undefined): string {
  return minutes === null || minutes === undefined ? '' : String(minutes);
}

/** Null: as the establishment; undefined: no minutes. */
function minutesOf(text: string): number | null | undefined {
  if (text.trim() === '') return null;
  return /^\d{1,5}$/.test(text.trim()) ? Number(text) : undefined;
}
