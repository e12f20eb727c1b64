import { benchFile, startChild } from './child.js';
import { spread } from './figures.js';
import { figure, table, withSpread } from './report.js';

/** A thousand dated rows, written and read, against superjson. Both run in one process of their own, in turn. */
export async function measureCodec(rounds) {
  const child = await startChild([benchFile('rpc-codec-worker.js')], { NODE_ENV: 'production' });
  const samples = [];
  for (let round = 0; round <= rounds; round += 1) samples.push(await child.ask({ round }));
  await child.stop();
  // The first is to warm up.
  const measured = samples.slice(1);
  const data = ['write', 'read'].map((what) => ({
    what,
    micros: spread(measured.map((sample) => sample[what].ours)),
    superjson: spread(measured.map((sample) => sample[what].superjson)),
    faster: spread(measured.map((sample) => sample[what].superjson / sample[what].ours)),
  }));
  const rows = data.map(({ what, micros, superjson, faster }) => [
    `${what} 1,000 rows`,
    figure(micros.median, 0),
    figure(superjson.median, 0),
    withSpread(faster, 1),
  ]);
  return { text: table(['codec', 'µs', 'superjson µs', 'times faster'], rows), data };
}
