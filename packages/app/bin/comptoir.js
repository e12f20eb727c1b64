#!/usr/bin/env node
import { statSync } from 'node:fs';

const PACKAGES = ['core', 'adapters-db', 'adapters-http', 'adapters-sdk', 'app'];

const program = [bundled(), new URL('../dist/cli.js', import.meta.url)].find((url) => url !== null && madeAt(url) > 0);

if (program) {
  const { main } = await import(program.href);
  process.exitCode = await main(process.argv.slice(2));
} else {
  process.stderr.write('comptoir: this checkout has not been built yet; run npm run build\n');
  process.exitCode = 1;
}

/** The program in a few files, which starts sooner; null where something has been compiled since they were written. */
function bundled() {
  const url = new URL('../dist/program/cli.js', import.meta.url);
  const compiled = PACKAGES.map((name) => madeAt(new URL(`../../${name}/dist/.tsbuildinfo`, import.meta.url)));
  return madeAt(url) >= Math.max(...compiled) ? url : null;
}

/** 0: it is not there. */
function madeAt(url) {
  return statSync(url, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
