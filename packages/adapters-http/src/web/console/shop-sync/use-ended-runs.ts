import { useEffect, useRef, useState } from 'preact/hooks';
import { ask } from '../../client/console-rpc.js';
import type { AnswerOf } from '../wire.js';
import type { ShopStatus } from './concerns.js';

export type Run = AnswerOf<'shopSync.getRun'>;

export interface EndedRuns {
  /** The run that has ended last, of those that were seen to run; null: none has. */
  readonly ended: Run | null;
  /** The run was begun here; it may be over before anybody has seen it run. */
  readonly watch: (run: Run) => void;
}

/** Tells of runs that end while somebody looks; `onChanged` is called whenever one has begun or ended. */
export function useEndedRuns(status: ShopStatus | null, onChanged: () => void): EndedRuns {
  const watched = useRef<readonly string[]>([]);
  const [ended, setEnded] = useState<Run | null>(null);
  useEffect(() => {
    if (status === null) return;
    const running = status.running.map(({ id }) => id);
    const over = watched.current.filter((id) => !running.includes(id));
    const isNew = running.some((id) => !watched.current.includes(id));
    watched.current = running;
    if (over.length > 0 || isNew) onChanged();
    for (const id of over) void ask('shopSync.getRun', { id }).then(({ answer }) => answer !== null && setEnded(answer));
  }, [status]);
  return {
    ended,
    watch: ({ id }) => {
      watched.current = [...watched.current, id];
      setEnded(null);
    },
  };
}
