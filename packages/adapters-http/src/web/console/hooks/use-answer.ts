import { useEffect, useState } from 'preact/hooks';
import { ask } from '../../client/console-rpc.js';
import type { ConsoleRefusal } from '../console-refusal.js';
import type { AnswerOf, InputOf, ProcedureName } from '../wire.js';

export interface Loaded<Answer> {
  /** The last that came; null before the first, and while nothing is asked. */
  readonly answer: Answer | null;
  readonly refusal: ConsoleRefusal | null;
  /** The answer is that to what is asked now. */
  readonly isCurrent: boolean;
  readonly reload: () => void;
}

interface Kept<Answer> {
  readonly asked: string;
  readonly answer: Answer | null;
  readonly refusal: ConsoleRefusal | null;
}

/** What a query answers, asked again whenever its input changes; with null for an input nothing is asked. */
export function useAnswer<Name extends ProcedureName>(name: Name, input: InputOf<Name> | null): Loaded<AnswerOf<Name>> {
  const [kept, setKept] = useState<Kept<AnswerOf<Name>> | null>(null);
  const [times, setTimes] = useState(0);
  const asked = JSON.stringify(input);

  useEffect(() => {
    if (input === null) return setKept(null);
    let isWanted = true;
    void ask(name, input).then(({ answer, refusal }) => {
      // What was asked later is answered later: an earlier answer that is late would show what is over.
      if (isWanted) setKept((before) => ({ asked, answer: answer ?? before?.answer ?? null, refusal }));
    });
    return () => {
      isWanted = false;
    };
  }, [name, asked, times]);

  return {
    answer: kept?.answer ?? null,
    refusal: kept?.refusal ?? null,
    isCurrent: kept?.asked === asked && kept.refusal === null,
    reload: () => setTimes((before) => before + 1),
  };
}
