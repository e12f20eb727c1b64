// Runs the tests in three processes at once, which take turns waiting: one has those that start servers, one those of databases and browsers,
// the last one the rest.
// The last line counts them together: `N passed, N failed, N skipped`. With arguments (files, `--grep`), mocha runs those alone.
// With COMPTOIR_TEST_RETRIES=1 a test that fails is tried once more, and named at the end.
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const DIST = 'tests/dist';
/** The folders of tests that a process has, inner ones before outer ones; what is in none of them is the last one's. The first one is seen while it runs. */
const SHARES = [
  ['app', 'docs'],
  ['adapters-db', 'app/queue', 'browser', 'fake-shop', 'support'],
  ['app/links', 'app/shop-sync', 'app/ticketing'],
];

/** Tests make much that is gone at once: with little room for the new, a sixth of their time was spent on clearing it away. */
const ROOM_FOR_NEW = '--max-semi-space-size=64';

/** How often a test that failed is tried again. */
const RETRIES = process.env.COMPTOIR_TEST_RETRIES ?? '0';

const wanted = process.argv.slice(2);
const children = new Set();
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    for (const child of children) child.kill(signal);
  });
}

const files = readdirSync(`${root}${DIST}`, { recursive: true })
  .filter((path) => path.endsWith('.test.js'))
  .sort();
const FOLDERS = SHARES.flatMap((folders, share) => folders.map((folder) => ({ folder, share }))).sort(
  (one, other) => other.folder.length - one.folder.length,
);
const shareOf = (path) => FOLDERS.find(({ folder }) => path.startsWith(`${folder}/`))?.share ?? SHARES.length - 1;
const shares = wanted.length > 0 ? [wanted] : SHARES.map((_folders, share) => withFolder(files.filter((path) => shareOf(path) === share)));

const runs = await Promise.all(shares.map((share, place) => run(share, place === 0)));
for (const { output } of runs.slice(1)) process.stdout.write(output);
if (runs.length > 1) {
  for (const run of runs) process.stdout.write(failuresOf(run));
  console.log(total(runs));
}
process.exitCode = runs.every(({ code, counts }) => code === 0 && counts !== null) ? 0 : 1;

function withFolder(paths) {
  return paths.map((path) => `${DIST}/${path}`);
}

/** What the others say comes after the first one. */
function run(share, isSeen) {
  return new Promise((resolve, reject) => {
    const mocha = `${root}node_modules/mocha/bin/mocha.js`;
    const colors = process.stdout.isTTY ? ['--color'] : [];
    const child = spawn(
      process.execPath,
      [ROOM_FOR_NEW, mocha, '--config', 'tests/.mocharc.json', '--retries', RETRIES, ...colors, ...share],
      {
        cwd: root,
        stdio: ['inherit', 'pipe', 'inherit'],
      },
    );
    children.add(child);
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output += text;
      if (isSeen) process.stdout.write(text);
    });
    child.on('error', reject);
    child.on('close', (code, signal) => {
      children.delete(child);
      const counts = countsIn(output);
      const reason = counts === null ? `\nThese tests broke off before their end (${signal ?? `exit code ${code}`}).\n` : '';
      if (isSeen) process.stdout.write(reason);
      resolve({ code, output: output + reason, counts });
    });
  });
}

/** What failed, also at first only, is said once more at the end: where only the last of a long output is kept, it would not be found. */
function failuresOf({ code, output }) {
  const summary = output.search(/ +\d+ passing \(.*\n/);
  const isWorthIt = code !== 0 || output.includes('failed at first, and tried again:', summary);
  return summary !== -1 && isWorthIt ? output.slice(summary) : '';
}

/** What the last line says; null when the run did not come to its end. */
function countsIn(output) {
  const match = /(\d+) passed, (\d+) failed, (\d+) skipped\s*$/.exec(output);
  return match === null ? null : match.slice(1).map(Number);
}

/** A run that broke off is a failure, whatever it had counted. */
function total(ended) {
  const sums = [0, 0, 0];
  for (const { counts } of ended) for (const [place, count] of (counts ?? [0, 1, 0]).entries()) sums[place] += count;
  return `${sums[0]} passed, ${sums[1]} failed, ${sums[2]} skipped`;
}
