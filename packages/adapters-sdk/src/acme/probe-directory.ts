import { makeAcmeAgent, makeAcmeConnection } from './acme-connection.js';

export interface ProbedDirectory {
  /** What the directory's clock says; null when it does not tell. */
  readonly clock: Date | null;
}

/** Looks at the directory. `ca` is trusted beside the usual authorities. Throws `AcmeProblem` when it does not answer as one. */
export async function probeDirectory(url: string, ca: string | null): Promise<ProbedDirectory> {
  const agent = makeAcmeAgent(ca);
  try {
    const { headers } = await makeAcmeConnection(agent, new AbortController().signal).send(url, 'GET', undefined);
    const clock = new Date(headers['date'] ?? '');
    return { clock: Number.isNaN(clock.getTime()) ? null : clock };
  } finally {
    agent.destroy();
  }
}
