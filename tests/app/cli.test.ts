import { expect } from 'chai';
import { comptoir, type Ended, endAll } from './program.js';
import { dataDirectory, emptyDirectory, removeDirectories, SLUG } from './till.js';

const PROCESS_TIMEOUT_MS = 60_000;

describe('the command line', function () {
  this.timeout(PROCESS_TIMEOUT_MS);
  afterEach(endAll);
  after(removeDirectories);

  const wrong: readonly (readonly [what: string, ...args: string[]])[] = [
    ['no command'],
    ['an unknown command', 'bogus'],
    ['an unknown option', 'migrate', '--bogus'],
    ['an unknown part', 'serve', '--only', 'storefront,till'],
    ['an order list without an establishment', 'orders', 'list'],
    ['an unknown state', 'orders', 'list', '--site', SLUG, '--status', 'eaten'],
    ['a page that is no number', 'orders', 'list', '--site', SLUG, '--page', 'one'],
    ['page zero', 'orders', 'list', '--site', SLUG, '--page', '0'],
    ['a step without an order', 'orders', 'accept'],
    ['a short number without an establishment', 'orders', 'accept', '007'],
    ['an empty reason', 'orders', 'reject', 'x'.repeat(22), '--reason', ' '],
    ['an argument too many', 'migrate', 'now'],
    ['a verification of no establishment', 'stock', 'verify'],
    ['a key without a purpose', 'keys', 'create', '--site', SLUG, '--scope', 'read'],
    ['a key with an unknown scope', 'keys', 'create', '--site', SLUG, '--scope', 'all', '--name', 'till'],
    ['a revocation without a key', 'keys', 'revoke', '--site', SLUG],
    ['a token for nobody', 'tokens', 'mint'],
    ['a token for no address', 'tokens', 'mint', '--email', 'ada'],
    ['a token that is valid for too long', 'tokens', 'mint', '--email', 'ada@example.test', '--days', '31'],
    ['a person without a name', 'users', 'create', '--email', 'ada@example.test'],
    ['a person without a role where they belong', 'users', 'create', '--email', 'ada@example.test', '--name', 'Ada', '--site', SLUG],
    ['a role without a place', 'users', 'create', '--email', 'ada@example.test', '--name', 'Ada', '--role', 'owner'],
    ['two places', 'users', 'create', '--email', 'a@example.test', '--name', 'A', '--organisation', 'X', '--site', SLUG, '--role', 'staff'],
    ['a password that is not there', 'users', 'create', '--email', 'ada@example.test', '--name', 'Ada', '--password-stdin'],
  ];
  for (const [what, ...args] of wrong) {
    it(`ends with 2 at ${what}, says how it is used, and touches nothing`, async () => {
      const directory = `${await emptyDirectory()}/data`;
      const { code, stdout, stderr } = await comptoir(args, { COMPTOIR_DATA_DIR: directory });
      expect(code).to.equal(2);
      expect(stdout).to.equal('');
      expect(stderr).to.not.equal('');
    });
  }

  it('does not repeat a password that is refused', async () => {
    const args = ['users', 'create', '--email', 'ada@example.test', '--name', 'Ada', '--password-stdin'];
    const { code, stdout, stderr } = await comptoir(args, { COMPTOIR_DATA_DIR: `${await emptyDirectory()}/data` }, undefined, 'hunter2\n');
    expect({ code, stdout }).to.deep.equal({ code: 1, stdout: '' });
    expect(stderr).to.include('password').and.not.include('hunter2');
  });

  it('shows help and its version on stdout, and ends with 0', async () => {
    for (const args of [['--help'], ['serve', '--help'], ['--version']]) {
      const { code, stdout, stderr } = await comptoir(args, {});
      expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
      expect(stdout).to.not.equal('');
    }
  });

  it('stops at a bad variable with one line and 1', async () => {
    const { code, stdout, stderr } = await comptoir(['migrate'], { COMPTOIR_SDK_PORT: 'none' });
    expect({ code, stdout, stderr }).to.deep.equal({
      code: 1,
      stdout: '',
      stderr: 'comptoir: COMPTOIR_SDK_PORT must be a whole number from 0 to 65535, not "none"',
    });
  });

  it('uses ./.comptoir unless told otherwise', async () => {
    const directory = await emptyDirectory();
    const { stdout } = await comptoir(['doctor', '--json'], {}, directory);
    expect(stdout).to.include(`${directory}/.comptoir does not exist yet`);
  });

  describe('with a database of its own', () => {
    let directory: string;
    before(async () => {
      directory = await dataDirectory();
    });
    const run = (...args: string[]): Promise<Ended> => comptoir(args, { COMPTOIR_DATA_DIR: directory });

    it('migrates a new one', async () => {
      const { code, stdout } = await comptoir(['migrate'], { COMPTOIR_DATA_DIR: `${await emptyDirectory()}/new` });
      expect(code).to.equal(0);
      expect(stdout).to.match(/^Applied 0001-/);
    });

    it('refuses an establishment that does not exist', async () => {
      expect(await run('orders', 'list', '--site', 'nowhere')).to.deep.include({
        code: 1,
        stdout: '',
        stderr: 'comptoir: unknown_shop: No establishment has the slug "nowhere".',
      });
    });

    it('refuses an order that does not exist', async () => {
      const { code, stderr } = await run('orders', 'accept', 'x'.repeat(22));
      expect(code).to.equal(1);
      expect(stderr).to.match(/^comptoir: unknown_order: /);
    });

    it('says which day it looked at when nobody has that number', async () => {
      const { code, stderr } = await run('orders', 'accept', '7', '--site', SLUG);
      expect(code).to.equal(1);
      expect(stderr).to.match(/unknown_order: Chez Lucie has no order 007 for today \(\d{4}-\d\d-\d\d\)/);
    });
  });
});
