import { makeMemoryPersistence } from '@comptoir/core/memory-persistence.js';
import { exerciseEveryPort } from '../suites/all-suites.js';

exerciseEveryPort('memory', async () => ({ persistence: makeMemoryPersistence(), close: async () => undefined }));
