import type { Timers } from '@comptoir/core/kit/timers.js';

/** Node's timers, which do not keep the process alive. */
export const nodeTimers: Timers = {
  after(milliseconds, work) {
    const timer = setTimeout(work, milliseconds).unref();
    return () => clearTimeout(timer);
  },
};
