import { hasCode } from '../kit/errors.js';

/** Runs it again when somebody else took the same address or account meanwhile: the second time it finds them. */
export async function againWhenTaken<Result>(attempt: () => Promise<Result>): Promise<Result> {
  try {
    return await attempt();
  } catch (error) {
    if (!hasCode(error, 'duplicate')) throw error;
    return attempt();
  }
}
