import { DomainError } from '@comptoir/core/kit/errors.js';
import type { BuildOptions, Message, Metafile, OutputFile } from 'esbuild';
import { type InsideSite, insideSite } from './inside-site.js';

/** The same for everything that is built of a site: nothing is written, and nothing is read but the site. */
const COMMON = {
  bundle: true,
  write: false,
  metafile: true,
  logLevel: 'silent',
  legalComments: 'none',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  define: { 'process.env.NODE_ENV': '"production"' },
  // Given, so that no tsconfig.json is looked for, in folders above the site too.
  tsconfigRaw: {},
} as const satisfies BuildOptions;

const NOTHING: Metafile = { inputs: {}, outputs: {} };

interface Built {
  readonly outputFiles: readonly OutputFile[];
  readonly metafile: Metafile;
}

/** Builds with esbuild. Throws `site_broken` with what it found wrong, each with file, line and column. */
export async function runEsbuild(site: InsideSite, options: BuildOptions): Promise<Built> {
  // Loaded when the first site is built: most servers have none, and it starts a process.
  const { build } = await import('esbuild');
  try {
    const all: BuildOptions = { ...options, ...COMMON, absWorkingDir: site.root, plugins: [insideSite(site)] };
    const { outputFiles = [], metafile = NOTHING } = await build(all);
    return { outputFiles, metafile };
  } catch (error) {
    if (error instanceof Error && 'errors' in error) throw brokenBy(error.errors as readonly Message[]);
    throw error;
  }
}

/** One mistake can make many others. */
const ISSUES_MAX = 20;

function brokenBy(messages: readonly Message[]): DomainError {
  const issues = messages.slice(0, ISSUES_MAX).map(({ text, location }) => ({
    path: location === null ? '' : `${location.file}:${location.line}:${location.column + 1}`,
    message: text,
  }));
  return new DomainError('site_broken', { issues });
}
