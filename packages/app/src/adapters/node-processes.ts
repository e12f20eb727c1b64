import type { Processes } from '@comptoir/adapters-db/kit/directory-lock.js';

/** The processes of this machine. One that belongs to another user is running too: it may not be signalled, but it is there. */
export const nodeProcesses: Processes = {
  ownId: process.pid,
  isRunning(id) {
    try {
      process.kill(id, 0);
      return true;
    } catch (error) {
      return error instanceof Error && 'code' in error && error.code === 'EPERM';
    }
  },
};
