/** `node run.mjs [subject …] [--quick] [--json]`, see README.md. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { benchFile, killChildren, removeScratch } from './child.js';

const SUBJECTS = ['carte', 'order', 'boot', 'memory'];

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
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, killChildren);
  try {
    print(await measure(chosen.length > 0 ? chosen : SUBJECTS));
  } finally {
    killChildren();
    removeScratch();
  }
}

/** What only the floors need is not in the product's lock file. */
function installFloors() {
  if (existsSync(benchFile('node_modules'))) return;
  execFileSync('npm', ['ci'], { cwd: benchFile('.'), stdio: ['ignore', 'ignore', 'inherit'] });
}

async function measure(names) {
  const results = [];
  for (const name of names) {
    // Imported late: the modules need what has just been installed.
    const { measureSubject } = await import(`./${name}.js`);
    results.push({ subject: name, ...(await measureSubject({ quick: options.quick, note: (text) => note(name, text) })) });
  }
  return results;
}

function note(name, text) {
  process.stderr.write(`${name}: ${text}\n`);
}

function print(results) {
  if (options.json) {
    process.stdout.write(`${JSON.stringify(results.map(({ subject, data }) => ({ subject, ...data })))}\n`);
    return;
  }
  for (const { subject, title, text } of results) process.stdout.write(`\n${subject}: ${title}\n\n${text}\n`);
}
