import { useRef, useState } from 'preact/hooks';
import { useConsole } from '../components/console-context.js';
import { Loading } from '../components/loading.js';
import { type Loaded, useAnswer } from '../hooks/use-answer.js';
import type { AnswerOf } from '../wire.js';
import { RegisterSettings } from './register-settings.js';
import { SalesPart } from './sales-part.js';
import { SellPart } from './sell-part.js';
import { ShiftPart } from './shift-part.js';
import { TILL_PARTS, type TillPart, useTill } from './texts/till-texts.js';

export type Register = AnswerOf<'posManagement.get'>;
export type Shift = AnswerOf<'posManagement.shifts'>['items'][number];

/** What the parts of the page of a register share. */
export interface PartProps {
  readonly register: Register;
  /** Newest first; the first is open, or none is. */
  readonly shifts: Loaded<AnswerOf<'posManagement.shifts'>>;
  /** Null: none is open. */
  readonly shift: Shift | null;
  /** Says that a shift was opened or closed, when the form that did it is there no more. */
  readonly onShift: (said: string) => void;
}

/** A register: what is sold at it, its shift, its sales, and how it is set. */
export function RegisterPage({ registerId }: { registerId: string }) {
  const register = useAnswer('posManagement.get', { id: registerId });
  return <Loading of={register}>{(answer) => <RegisterParts register={answer} onChanged={register.reload} />}</Loading>;
}

function RegisterParts({ register, onChanged }: { register: Register; onChanged: () => void }) {
  const { link, texts } = useConsole();
  const till = useTill();
  const [pageSize, setPageSize] = useState(10);
  const shifts = useAnswer('posManagement.shifts', { registerId: register.id, pageSize });
  const [part, setPart] = useState<TillPart>('sell');
  const newest = shifts.answer?.items[0];
  const shift = newest?.closed === null ? newest : null;
  const [said, setSaid] = useState('');
  const status = useRef<HTMLParagraphElement>(null);
  const onShift = (words: string) => {
    shifts.reload();
    setSaid(words);
    // The button that had the focus goes with its form: reading goes on from here.
    status.current?.focus();
  };
  const choose = (choice: TillPart) => {
    setSaid('');
    setPart(choice);
  };
  const shared = { register, shifts, shift, onShift };
  return (
    <div class={register.training ? 'register register--training' : 'register'}>
      {register.training && <p class="training">{till.trainingBanner}</p>}
      <p class="console__back">
        <a href={link('till')}>{texts.pages.till}</a>
      </p>
      <h1 class="console__title">{register.name}</h1>
      <PartChoice part={part} onPart={choose} />
      <p class="said" role="status" tabIndex={-1} ref={status}>
        {said}
      </p>
      {/* Hidden and not taken away, so that a sale that was begun stays while something is looked up. */}
      <div hidden={part !== 'sell'}>
        <SellPart {...shared} />
      </div>
      {part === 'shift' && <ShiftPart {...shared} onOlder={() => setPageSize((size) => Math.min(size + 20, 100))} />}
      {part === 'sales' && <SalesPart {...shared} />}
      {part === 'settings' && <RegisterSettings register={register} onChanged={onChanged} />}
    </div>
  );
}

function PartChoice({ part, onPart }: { part: TillPart; onPart: (part: TillPart) => void }) {
  const { may } = useConsole();
  const till = useTill();
  const shown = TILL_PARTS.filter((choice) => choice !== 'settings' || may('posManagement:write'));
  return (
    <nav class="parts" aria-label={till.partsLabel}>
      {shown.map((choice) => (
        <button key={choice} type="button" class="part" aria-current={choice === part ? 'true' : undefined} onClick={() => onPart(choice)}>
          {till.parts[choice]}
        </button>
      ))}
    </nav>
  );
}
