// Allows adapters-sdk with core, fetch and timers.
// Checked as packages/adapters-sdk/src/push/sdk.ts
import { DomainError } from '@comptoir/core/kit/errors.js';

export async function push(url: string): Promise<number> {
  const answer = await fetch(url, { method: 'POST' });
  if (!answer.ok) throw new DomainError('internal');
  setTimeout(() => undefined, 10).unref();
  return answer.status;
}
