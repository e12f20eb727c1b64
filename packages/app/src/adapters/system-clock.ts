import type { Clock } from '@comptoir/core/kit/clock.js';

export const systemClock: Clock = { now: () => new Date() };
