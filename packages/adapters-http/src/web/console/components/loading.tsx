import type { ComponentChildren } from 'preact';
import type { Loaded } from '../hooks/use-answer.js';
import { useConsole } from './console-context.js';
import { RefusalWords } from './refusal-words.js';

interface LoadingProps<Answer> {
  readonly of: Loaded<Answer>;
  readonly children: (answer: Answer) => ComponentChildren;
}

/** What shows an answer, and what stands there until it has come, or because it has not. */
export function Loading<Answer>({ of: { answer, refusal, reload }, children }: LoadingProps<Answer>) {
  const { texts } = useConsole();
  return (
    <>
      {refusal !== null && (
        <p class="fault" role="alert">
          <RefusalWords refusal={refusal} />{' '}
          <button type="button" class="text-button" onClick={reload}>
            {texts.tryAgain}
          </button>
        </p>
      )}
      {answer === null && refusal === null && <p class="console__hint">{texts.loading}</p>}
      {answer !== null && children(answer)}
    </>
  );
}
