import { useState } from 'preact/hooks';
import type { Refusal } from '../refusal.js';

export interface Step {
  /** What is being done; null when nothing is. One thing at a time. */
  readonly busyWith: string | null;
  readonly refusal: Refusal | null;
  /** What was done last, for those who do not see it. */
  readonly said: string;
  readonly take: (
    name: string,
    call: () => Promise<Refusal | null>,
    outcome: { readonly onDone: () => void; readonly said: string },
  ) => void;
}

/** Things a page does at the press of a button, without a form. */
export function useStep(): Step {
  const [busyWith, setBusyWith] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [said, setSaid] = useState('');

  const run: (...step: Parameters<Step['take']>) => Promise<void> = async (name, call, outcome) => {
    setBusyWith(name);
    setRefusal(null);
    setSaid('');
    const refused = await call();
    setBusyWith(null);
    setRefusal(refused);
    if (refused !== null) return;
    setSaid(outcome.said);
    outcome.onDone();
  };

  return {
    busyWith,
    refusal,
    said,
    take: (...step) => {
      if (busyWith === null) void run(...step);
    },
  };
}
