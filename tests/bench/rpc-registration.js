import { benchFile, startChild } from './child.js';
import { spread } from './figures.js';
import { megabytes, table, withSpread } from './report.js';
import { PROCEDURES } from './rpc-routers.js';

/** Each adds to the one before; all of them in processes of their own, against a Node process that does nothing. */
const STEPS = ['modules', 'registered', 'one call', 'all built'];

/** What it takes to have all procedures: time from nothing to a registry that can be asked, and memory after a collection. */
export async function measureRegistration(rounds) {
  const samples = [];
  for (let round = 0; round < rounds; round += 1) {
    const bare = await sizeOf(['boot-floor.js']);
    const steps = [];
    for (const step of STEPS) steps.push(await sizeOf(['rpc-registration-worker.js', step]));
    samples.push(steps.map(({ rss, ready }) => ({ ms: ready.ms, overBare: rss - bare.rss })));
  }
  const data = STEPS.map((step, index) => ({
    step,
    ms: spread(samples.map((sample) => sample[index].ms)),
    overBare: spread(samples.map((sample) => sample[index].overBare)).median,
  }));
  const rows = data.map(({ step, ms, overBare }) => [step, withSpread(ms, 1), megabytes(overBare)]);
  return { text: table([`${PROCEDURES} procedures`, 'ms', 'RSS MB over bare node'], rows), data };
}

async function sizeOf([file, ...args]) {
  const child = await startChild(['--expose-gc', benchFile(file), ...args], { NODE_ENV: 'production' });
  const { rss } = await child.ask({ ask: 'collected usage' });
  await child.stop();
  return { rss, ready: child.ready };
}
