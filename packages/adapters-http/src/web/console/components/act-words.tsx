import type { Act } from '../hooks/use-act.js';
import { RefusalWords } from './refusal-words.js';

/** What came of what was done last. */
export function ActWords({ act }: { act: Act }) {
  return (
    <>
      <p class="said" role="status">
        {act.said}
      </p>
      <p class="fault" role="alert">
        {act.refusal !== null && <RefusalWords refusal={act.refusal} />}
      </p>
    </>
  );
}
