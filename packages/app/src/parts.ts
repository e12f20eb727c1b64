import { HOST_NAMES } from './config.js';

/** What a server can run: the four hosts, and the jobs that nobody calls. */
export const PARTS = [...HOST_NAMES, 'worker'] as const;
export type Part = (typeof PARTS)[number];

export function isPart(name: string): name is Part {
  return PARTS.some((part) => part === name);
}
