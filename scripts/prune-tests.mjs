// Removes compiled tests whose source is gone: the compiler leaves them behind, and the runner would go on running them.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const tests = new URL('../tests', import.meta.url).pathname;
const dist = join(tests, 'dist');

for (const path of readdirSync(dist, { recursive: true })) {
  const source = path.replace(/\.js$/, '.ts');
  if (path.endsWith('.test.js') && !existsSync(join(tests, source))) rmSync(join(dist, path));
}
