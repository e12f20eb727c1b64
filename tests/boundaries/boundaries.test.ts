import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

/**
 * A sample says in its first line what it is an example of, in the second as which file it is checked, because most rules depend
 * on the package, and at the end of a line which rules must go red there. Every other line must stay green.
 */
interface Sample {
  readonly title: string;
  readonly path: string;
  readonly text: string;
  readonly expected: readonly string[];
}

interface Report {
  readonly diagnostics: readonly { category: string; location: { path: string; start: { line: number } } }[];
}

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const BIOME = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome');

const knownBad = samplesIn('known-bad');
const knownGood = samplesIn('known-good');

describe('the linter', () => {
  let workspace: string;
  let found: Map<string, string[]>;

  before(function () {
    this.timeout(60_000);
    workspace = skeleton([...knownBad, ...knownGood]);
    found = findings(workspace);
  });
  after(() => rmSync(workspace, { recursive: true }));

  for (const sample of knownBad) {
    it(sample.title, () => {
      expect(sample.expected).not.to.be.empty;
      expect(found.get(sample.path)).to.have.members(sample.expected);
    });
  }

  for (const sample of knownGood) {
    it(sample.title, () => {
      expect(found.get(sample.path) ?? []).to.deep.equal([]);
    });
  }
});

function samplesIn(folder: string): readonly Sample[] {
  const directory = join(ROOT, 'tests/boundaries', folder);
  return readdirSync(directory).map((name) => {
    const text = readFileSync(join(directory, name), 'utf8');
    const [, title, path] = /^\/\/ (.+)\.\n\/\/ Checked as (\S+)/.exec(text) ?? [];
    if (!title || !path) throw new Error(`${folder}/${name} does not say what it shows, and as which file it is checked`);
    return { title: title.charAt(0).toLowerCase() + title.slice(1), path, text, expected: text.split('\n').flatMap(expectedOn) };
  });
}

function expectedOn(line: string, index: number): string[] {
  const rules = /\/\/ red: (.+)$/.exec(line)?.[1];
  return rules ? rules.split(' ').map((rule) => `${index + 1} ${rule}`) : [];
}

/** A workspace with this one's configuration and manifests, and the samples for sources. */
function skeleton(samples: readonly Sample[]): string {
  const workspace = mkdtempSync(join(tmpdir(), 'comptoir-boundaries-'));
  const manifests = readdirSync(join(ROOT, 'packages')).map((name) => `packages/${name}/package.json`);
  for (const path of ['.gitignore', 'biome.json', 'package.json', 'scripts/lint', 'tests/package.json', ...manifests]) {
    cpSync(join(ROOT, path), join(workspace, path), { recursive: true });
  }
  for (const { path, text } of samples) {
    mkdirSync(dirname(join(workspace, path)), { recursive: true });
    writeFileSync(join(workspace, path), text);
  }
  return workspace;
}

/** What Biome says of each file, as "line rule". */
function findings(workspace: string): Map<string, string[]> {
  const { stdout, stderr } = spawnSync(process.execPath, [BIOME, 'lint', '--max-diagnostics=none', '--reporter=json'], {
    cwd: workspace,
    encoding: 'utf8',
  });
  if (!stdout) throw new Error(stderr);
  const { diagnostics } = JSON.parse(stdout) as Report;
  const byFile = new Map<string, Set<string>>();
  for (const { category, location } of diagnostics) {
    const lines = byFile.get(location.path) ?? new Set();
    // What concerns the file as a whole is on line 0; samples mark it in the line that names them.
    byFile.set(location.path, lines.add(`${location.start.line || 2} ${category.replace(/^lint\//, '')}`));
  }
  return new Map([...byFile].map(([path, lines]) => [path, [...lines]]));
}
