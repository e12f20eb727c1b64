// node scripts/fuzz-rpc.mjs [count=100000] [seed]: sends the platform requests nobody planned for (after `npm run build`).
import { fuzz, summaryOf } from '../tests/dist/adapters-http/rpc/fuzz-run.js';

const USAGE = `Usage: node scripts/fuzz-rpc.mjs [count] [seed]

Sends count (100000) requests to all procedures of the platform, wired as in the program, in memory. Looks for answers of 5xx,
errors in the log, answers that are much longer than their request, and requests that are not answered. The same seed makes the
same requests; without one it is chosen and told. Exit: 0 when nothing was found, 1 when something was, 2 for wrong arguments.
`;
const SHOWN_MAX = 20;

const [count = 100_000, seed = Date.now() % 2 ** 31, ...others] = process.argv.slice(2).map(Number);
if (others.length > 0 || !Number.isSafeInteger(count) || count < 1 || !Number.isSafeInteger(seed)) {
  process.stderr.write(USAGE);
  process.exitCode = 2;
} else {
  const started = performance.now();
  const report = await fuzz(count, seed);
  for (const finding of report.findings.slice(0, SHOWN_MAX)) process.stderr.write(`${finding}\n\n`);
  const seconds = Math.round((performance.now() - started) / 1000);
  process.stdout.write(`fuzz-rpc: seed ${seed}: ${summaryOf(report)}; ${seconds} s\n`);
  process.exitCode = report.findings.length > 0 ? 1 : 0;
}
