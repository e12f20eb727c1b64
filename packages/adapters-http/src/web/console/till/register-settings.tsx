import { change } from '../../client/console-rpc.js';
import { ActWords } from '../components/act-words.js';
import { ConfirmButton } from '../components/confirm-button.js';
import { useConsole } from '../components/console-context.js';
import { TextForm } from '../components/text-form.js';
import { useAct } from '../hooks/use-act.js';
import type { InputOf } from '../wire.js';
import type { Register } from './register-page.js';
import { useTill } from './texts/till-texts.js';

type Changes = Omit<InputOf<'posManagement.update'>, 'id'>;

/** The name of a register, training at it, and whether it is in use. */
export function RegisterSettings({ register, onChanged }: { register: Register; onChanged: () => void }) {
  const { link, may } = useConsole();
  const till = useTill();
  const act = useAct();
  const { id, name, active, training } = register;
  const isBusy = act.busyWith !== null;
  const set = (changes: Changes) =>
    act.take(
      'update',
      () => change('posManagement.update', { id, ...changes }),
      () => {
        onChanged();
        return till.registerChanged;
      },
    );
  const remove = () =>
    act.take(
      'delete',
      () => change('posManagement.delete', { id }),
      () => {
        location.assign(link('till'));
        return '';
      },
    );
  return (
    <>
      <ActWords act={act} />
      <TextForm label={till.registerName} initial={name} action={till.rename} isBusy={isBusy} onText={(text) => set({ name: text })} />
      <p class="console__hint">{till.renameHint}</p>
      <h2 class="console__subtitle">{till.training}</h2>
      <p class="console__words">{till.trainingHint}</p>
      <button type="button" class="button button--inline button--quiet" aria-disabled={isBusy} onClick={() => set({ training: !training })}>
        {training ? till.endTraining : till.beginTraining}
      </button>
      <h2 class="console__subtitle">{active ? till.inUse : till.outOfUse}</h2>
      <p class="console__words">{till.outOfUseHint}</p>
      <div class="tools">
        <button type="button" class="button button--inline button--quiet" aria-disabled={isBusy} onClick={() => set({ active: !active })}>
          {active ? till.takeOutOfUse : till.putToUse}
        </button>
        {may('posManagement:delete') && <ConfirmButton label={till.deleteRegister} about={name} isBusy={isBusy} onConfirm={remove} />}
      </div>
    </>
  );
}
