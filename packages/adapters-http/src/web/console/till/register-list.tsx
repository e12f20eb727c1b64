import { useState } from 'preact/hooks';
import { change } from '../../client/console-rpc.js';
import { ActWords } from '../components/act-words.js';
import { useConsole } from '../components/console-context.js';
import { Loading } from '../components/loading.js';
import { TextForm } from '../components/text-form.js';
import { useAct } from '../hooks/use-act.js';
import { useAnswer } from '../hooks/use-answer.js';
import type { AnswerOf } from '../wire.js';
import { useTill } from './texts/till-texts.js';

type Register = AnswerOf<'posManagement.get'>;
type Shift = AnswerOf<'posManagement.shifts'>['items'][number];

const ALL = { page: 1, pageSize: 100 } as const;

/** The registers, each with what is going on at it, and a form that makes another. */
export function RegisterList() {
  const { may, texts } = useConsole();
  const till = useTill();
  const registers = useAnswer('posManagement.list', ALL);
  const shifts = useAnswer('posManagement.shifts', ALL);
  const act = useAct();
  const [made, setMade] = useState(0);
  const create = (name: string) =>
    act.take(
      'create',
      () => change('posManagement.create', { name }),
      () => {
        registers.reload();
        setMade((before) => before + 1);
        return till.registerMade(name);
      },
    );
  return (
    <>
      <h1 class="console__title">{texts.pages.till}</h1>
      <ActWords act={act} />
      <Loading of={registers}>
        {({ items }) =>
          items.length === 0 ? (
            <p class="console__words">{till.noRegisters}</p>
          ) : (
            // biome-ignore lint/a11y/noRedundantRoles: Safari drops the list role of a list without markers
            <ul class="cards" role="list">
              {items.map((register) => (
                <li key={register.id}>
                  <RegisterCard register={register} shift={openShiftOf(shifts.answer?.items ?? [], register)} />
                </li>
              ))}
            </ul>
          )
        }
      </Loading>
      {may('posManagement:write') && (
        <TextForm key={made} label={till.newRegister} action={till.createRegister} isBusy={act.busyWith !== null} onText={create} />
      )}
    </>
  );
}

function RegisterCard({ register, shift }: { register: Register; shift: Shift | null }) {
  const { link, when } = useConsole();
  const till = useTill();
  const state = shift === null ? till.closed : till.openSince(when(shift.openedAt));
  return (
    <a class="card" href={link('till', { register: register.id })}>
      <span class="card__name">{register.name}</span>
      <span class="card__words">{register.active ? state : till.outOfUse}</span>
      {register.training && <strong class="badge badge--training">{till.training}</strong>}
    </a>
  );
}

function openShiftOf(shifts: readonly Shift[], { id }: Register): Shift | null {
  return shifts.find(({ registerId, closed }) => registerId === id && closed === null) ?? null;
}
