import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { edgeDocument, platformDocument, sdkDocument, storefrontDocument } from './documents.js';

const run = promisify(execFile);
const REDOCLY = join(dirname(fileURLToPath(import.meta.resolve('@redocly/cli/package.json'))), 'bin/cli.js');

const CONFIG = {
  extends: ['recommended'],
  rules: {
    // The two ends of the login through the identity provider only ever redirect; the test below asks for a 2xx or 3xx instead.
    'operation-2xx-response': 'off',
  },
};

/** Neither news of versions nor news to anybody. */
const QUIET = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1' };

interface Report {
  readonly totals: { readonly errors: number; readonly warnings: number; readonly ignored: number };
  readonly problems: readonly {
    readonly ruleId: string;
    readonly message: string;
    readonly location: readonly { readonly pointer?: string }[];
  }[];
}

describe('the linter of OpenAPI documents', function () {
  this.timeout(60_000);
  let directory = '';

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'comptoir-openapi-'));
    await writeFile(join(directory, 'redocly.yaml'), JSON.stringify(CONFIG));
  });

  after(() => rm(directory, { recursive: true }));

  async function lint(document: object): Promise<Report> {
    await writeFile(join(directory, 'openapi.json'), JSON.stringify(document));
    const call = run(process.execPath, [REDOCLY, 'lint', 'openapi.json', '--format=json', '--max-problems=1000'], {
      cwd: directory,
      env: { ...process.env, ...QUIET },
      maxBuffer: 32 * 1024 * 1024,
    });
    const { stdout } = await call.catch((failed: { stdout: string }) => failed);
    return JSON.parse(stdout.slice(stdout.indexOf('{'))) as Report;
  }

  for (const [name, make] of Object.entries({
    edge: edgeDocument,
    platform: platformDocument,
    sdk: sdkDocument,
    storefront: storefrontDocument,
  })) {
    it(`finds nothing wrong with the ${name}`, async () => {
      const document = make();
      const { problems, totals } = await lint(document);
      expect(problems.map(({ ruleId, message, location }) => `${ruleId} at ${location[0]?.pointer}: ${message}`)).to.deep.equal([]);
      expect(totals).to.deep.include({ errors: 0, warnings: 0, ignored: 0 });
      for (const [path, item] of Object.entries(document.paths)) {
        for (const { responses } of Object.values(item))
          expect(
            Object.keys(responses).some((status) => /^[23]/.test(status)),
            path,
          ).to.equal(true);
      }
    });
  }

  it('finds what is wrong with a document', async () => {
    const { totals } = await lint({ ...storefrontDocument(), servers: [], tags: [] });
    expect(totals.errors + totals.warnings).to.be.greaterThan(0);
  });
});
