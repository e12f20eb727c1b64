import { useState } from 'preact/hooks';
import type { Told } from '../../client/console-rpc.js';
import type { ConsoleRefusal } from '../console-refusal.js';

export interface Act {
  /** What is being done; null when nothing is. One thing at a time. */
  readonly busyWith: string | null;
  readonly refusal: ConsoleRefusal | null;
  /** What was done last, for those who do not see it. */
  readonly said: string;
  /** Does what `call` does; `onDone` gets its answer and gives what is said then. */
  readonly take: <Answer>(name: string, call: () => Promise<Told<Answer>>, onDone: (answer: Answer) => string) => void;
}

/** Things a page does at the press of a button. */
export function useAct(): Act {
  const [busyWith, setBusyWith] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<ConsoleRefusal | null>(null);
  const [said, setSaid] = useState('');

  async function run<Answer>(name: string, call: () => Promise<Told<Answer>>, onDone: (answer: Answer) => string): Promise<void> {
    setBusyWith(name);
    setRefusal(null);
    setSaid('');
    const told = await call();
    setBusyWith(null);
    setRefusal(told.refusal);
    if (told.refusal === null) setSaid(onDone(told.answer));
  }

  return {
    busyWith,
    refusal,
    said,
    take: (name, call, onDone) => {
      if (busyWith === null) void run(name, call, onDone);
    },
  };
}
