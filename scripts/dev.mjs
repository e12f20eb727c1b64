// npm run dev: builds once, then compiles on every change and restarts the bundled server. Further arguments go to `comptoir serve`.
import { spawn, spawnSync } from 'node:child_process';
import { rmSync, utimesSync, watch } from 'node:fs';

const PAGES = 'packages/adapters-http/src/web';

const { status } = npm('run', 'build');
if (status !== 0) process.exit(status ?? 1);
// Node watches what is loaded, and that shall be the modules that the compiler writes.
rmSync('packages/app/dist/program', { recursive: true, force: true });

const children = [
  spawn('tsc', ['-b', '--watch', '--preserveWatchOutput'], { stdio: 'inherit' }),
  // Node's own watch mode follows the modules that the server has loaded, and waits for its end before it starts it again.
  spawn(
    process.execPath,
    ['--watch', '--watch-preserve-output', 'packages/app/bin/comptoir.js', 'serve', '--demo', ...process.argv.slice(2)],
    {
      stdio: 'inherit',
    },
  ),
];
const pages = watch(PAGES, { recursive: true }, debounced(rebuildPages));

for (const child of children) child.once('exit', endAll);
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, endAll);

function endAll() {
  pages.close();
  for (const child of children) child.kill();
}

/** What browsers load is bundled, not imported by the server: touching a module that it has loaded makes it start again. */
function rebuildPages() {
  const now = new Date();
  if (npm('run', 'build', '--workspace', 'packages/adapters-http').status === 0) utimesSync('packages/app/dist/cli.js', now, now);
}

/** An editor's "save" is several events. */
function debounced(work) {
  let timer;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(work, 200);
  };
}

function npm(...args) {
  return spawnSync('npm', ['--silent', ...args], { stdio: 'inherit' });
}
