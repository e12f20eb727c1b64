import { useState } from 'preact/hooks';
import { useConsole } from './console-context.js';

interface ConfirmButtonProps {
  readonly label: string;
  /** What it is done to, for those who do not see where the button stands. */
  readonly about: string;
  readonly isBusy: boolean;
  readonly onConfirm: () => void;
}

/** A button of something that cannot be undone: it asks once more. */
export function ConfirmButton({ label, about, isBusy, onConfirm }: ConfirmButtonProps) {
  const { texts } = useConsole();
  const [isAsked, setAsked] = useState(false);
  const confirm = () => {
    setAsked(false);
    onConfirm();
  };
  return (
    <>
      <button type="button" class="text-button" aria-disabled={isBusy} onClick={() => (isAsked ? confirm() : setAsked(true))}>
        {isAsked ? texts.reallyDo(label) : label}
        <span class="visually-hidden"> ({about})</span>
      </button>
      {isAsked && (
        <button type="button" class="text-button" onClick={() => setAsked(false)}>
          {texts.cancel}
        </button>
      )}
    </>
  );
}
