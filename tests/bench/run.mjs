/** `node run.mjs [subject …] [--quick] [--json]`, see README.md. */
import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { benchFile, ending } from './child.js';

const SUBJECTS = [
  'carte',
  'catalogue',
  'order',
  'orders',
  'boot',
  'memory',
  'client-types',
  'rpc',
  'stock',
  'queue',
  'scans',
  'scheduler',
  'certs',
  'edge',
  'export',
  'invoices',
  'campaigns',
  'sales',
  'journal',
  'sync',
  'sync-webhooks',
  'ticketing',
];

const { values: options, positionals: chosen } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false }, json: { type: 'boolean', default: false } },
});
const unknown = chosen.filter((name) => !SUBJECTS.includes(name));

if (unknown.length > 0) {
  process.stderr.write(`bench: there is no subject ${unknown.join(', ')}; choose among ${SUBJECTS.join(', ')}\n`);
  process.exitCode = 2;
} else {
  installFloors();
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => ending.abort());
  try {
    const results = await measure(chosen.length > 0 ? chosen : SUBJECTS);
    if (options.json) process.stdout.write(`${JSON.stringify(results)}\n`);
  } finally {
    ending.abort();
  }
}

/** What only the floors need is not in the product's lock file. Installed anew when that has changed since. */
function installFloors() {
  const installed = benchFile('node_modules/.package-lock.json');
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(benchFile('package-lock.json')).mtimeMs) return;
  execFileSync('npm', ['ci'], { cwd: benchFile('.'), stdio: ['ignore', 'ignore', 'inherit'] });
}

/** Each table is printed when it is done, so that a subject that fails takes only itself. */
async function measure(names) {
  const results = [];
  for (const name of names) {
    // Imported late: the modules need what has just been installed.
    const { measureSubject } = await import(`./${name}.js`);
    const note = (text) => process.stderr.write(`${name}: ${text}\n`);
    const { title, text, data } = await measureSubject({ quick: options.quick, note });
    if (!options.json) process.stdout.write(`\n${name}: ${title}\n\n${text}\n\n`);
    results.push({ subject: name, title, ...data });
  }
  return results;
}
