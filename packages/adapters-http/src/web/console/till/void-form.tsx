import { useState } from 'preact/hooks';
import { useConsole } from '../components/console-context.js';
import { TextForm } from '../components/text-form.js';
import { useTill } from './texts/till-texts.js';

/** Gives up what was begun, with a reason, which the journal keeps. */
export function VoidForm({ isBusy, onGivenUp }: { isBusy: boolean; onGivenUp: (reason: string) => void }) {
  const { texts } = useConsole();
  const till = useTill();
  const [isOpen, setOpen] = useState(false);
  if (!isOpen) {
    return (
      <button type="button" class="text-button" onClick={() => setOpen(true)}>
        {till.giveUp}
      </button>
    );
  }
  return (
    <div class="void">
      <TextForm label={till.giveUpReason} action={till.giveUp} isBusy={isBusy} onText={onGivenUp} />
      <button type="button" class="text-button" onClick={() => setOpen(false)}>
        {texts.cancel}
      </button>
    </div>
  );
}
