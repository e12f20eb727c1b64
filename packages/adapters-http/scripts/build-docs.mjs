// Copies what the page of the API reference loads into dist/docs: the library from its package, the start script and styles from here.

import { copyFile, mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const OUT = fileURLToPath(new URL('../dist/docs/', import.meta.url));
const OWN = fileURLToPath(new URL('../src/openapi/page/', import.meta.url));
// This package carries the files of Swagger UI; their own one would run a script when it is installed.
const LIBRARY = join(dirname(fileURLToPath(import.meta.resolve('@fastify/swagger-ui/package.json'))), 'static');

await rm(OUT, { recursive: true, force: true });
await mkdir(OUT, { recursive: true });
for (const name of ['swagger-ui-bundle.js', 'swagger-ui.css']) await copyFile(join(LIBRARY, name), join(OUT, name));
for (const name of ['start.js', 'page.css']) await copyFile(join(OWN, name), join(OUT, name));
