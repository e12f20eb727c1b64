import type { Logger } from '../kit/logger.js';
import { hostScope } from '../kit/scope.js';
import type { Transact } from '../kit/transact.js';
import type { Stores } from '../stores.js';
import type { EndedRun } from './schedule-store.js';

/** Writes how runs ended: those that end while a write is under way together, so that many short runs cost few transactions. */
export interface RunRecorder {
  /** Settles once it was tried to write this. What cannot be written is kept for the next time. */
  record(ended: EndedRun): Promise<void>;
  /** Writes what is left. */
  flush(): Promise<void>;
}

const SCOPE = hostScope('scheduler');

export function makeRunRecorder(deps: { transact: Transact<Pick<Stores, 'scheduleRuns'>>; logger: Logger }): RunRecorder {
  let waiting: EndedRun[] = [];
  let writing: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    const ended = waiting;
    if (ended.length === 0) return;
    waiting = [];
    try {
      await deps.transact(SCOPE, ({ scheduleRuns }) => scheduleRuns.finish(ended));
    } catch (error) {
      waiting.unshift(...ended);
      deps.logger.warn({ err: error, runs: ended.length }, 'how runs ended could not be written and is kept for later');
    }
  }

  function flush(): Promise<void> {
    writing = writing.then(write);
    return writing;
  }

  return {
    record(ended) {
      waiting.push(ended);
      return flush();
    },
    flush,
  };
}
