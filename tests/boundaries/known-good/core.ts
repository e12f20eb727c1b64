// Allows core with zod, its own files and a date from a known instant.
// Checked as packages/core/src/orders/core.ts
import { z } from 'zod';
import type { Clock } from './clock.js';

const order = z.object({ placedAt: z.date() });

export function place(clock: Clock, text: string): Date {
  const limit = new Date('2030-01-01T00:00:00Z');
  const now = order.parse({ placedAt: clock.now() }).placedAt;
  return now < limit ? now : new Date(Date.UTC(2030, 0, Math.floor(text.length)));
}
