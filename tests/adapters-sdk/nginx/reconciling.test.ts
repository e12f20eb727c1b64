import { appendFile, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import type { VhostInput } from '@comptoir/core/vhosts/vhost-contract.js';
import { withoutWebServer } from '@comptoir/core/vhosts/without-web-server.js';
import { expect } from 'chai';
import { keepingLogger, type LogLine } from '../../adapters-http/log.js';
import { aMachine, type Machine } from './a-machine.js';
import { flawed } from './flawed.js';
import { visit, visitPlainly } from './visit.js';

const TIME_LIMIT_MS = 60_000;

describe('the virtual hosts of a machine, when it starts', function () {
  this.timeout(TIME_LIMIT_MS);
  let machine: Machine;
  const logged: LogLine[] = [];

  beforeEach(async function () {
    logged.length = 0;
    machine = await aMachine(this, { logger: keepingLogger(logged) });
  });
  afterEach(() => machine?.nginx.close());

  const directory = () => machine.nginx.path('vhosts');
  const files = async () => (await readdir(directory())).sort();
  const quarantineOf = async (domain: string) => (await machine.persistence.views.vhosts.get(domain))?.quarantine;

  async function published(...domains: readonly string[]): Promise<readonly VhostInput[]> {
    const inputs = await Promise.all(domains.map((domain) => machine.site(domain)));
    await Promise.all(inputs.map((input) => machine.vhosts.upsert('demo', input)));
    return inputs;
  }

  async function isServed({ domain, cert_path }: VhostInput): Promise<boolean> {
    return visit(machine.nginx, await readFile(cert_path, 'utf8'), domain, '/').then(
      ({ status }) => status === 200,
      () => false,
    );
  }

  it('are as the database has them, whatever was done to their files', async () => {
    const inputs = await published('a.example', 'b.example');
    await rm(`${directory()}/a.example.comptoir.conf`);
    await writeFile(`${directory()}/b.example.comptoir.conf`, 'nonsense');
    await rm(`${directory()}/_default.comptoir.conf`);

    expect(await machine.vhosts.reconcile()).to.deep.equal({ quarantined: [], setAside: [], changed: true });
    expect(await Promise.all(inputs.map(isServed))).to.deep.equal([true, true]);
    expect(await machine.vhosts.reconcile()).to.deep.equal({ quarantined: [], setAside: [], changed: false });
  });

  it("lose files that nobody knows, and leave other people's alone", async () => {
    await published('a.example');
    const others = { 'own.conf': '# mine', README: 'read me', 'x.comptoir.conf.bak': 'old', '.comptoir-x.draft': 'a draft' };
    for (const [name, text] of Object.entries(others)) await writeFile(`${directory()}/${name}`, text);
    await symlink(`${directory()}/own.conf`, `${directory()}/link.comptoir.conf`);
    await mkdir(`${directory()}/dir.comptoir-auto.conf.d`);
    await writeFile(`${directory()}/gone.example.comptoir.conf`, 'server {}');
    await writeFile(`${directory()}/.comptoir-0123456789abcdef.draft`, 'half of a fi');

    const { setAside } = await machine.vhosts.reconcile();
    expect(setAside).to.deep.equal(['gone.example.comptoir.conf']);
    expect(await readdir(`${directory()}/quarantine`)).to.deep.equal(['gone.example.comptoir.conf']);
    const kept = [
      '_default.comptoir.conf',
      'a.example.comptoir.conf',
      'dir.comptoir-auto.conf.d',
      'link.comptoir.conf',
      'quarantine',
      ...Object.keys(others),
    ];
    expect(await files()).to.deep.equal(kept.sort());
    for (const [name, text] of Object.entries(others)) expect(await readFile(`${directory()}/${name}`, 'utf8')).to.equal(text);
  });

  it('do without one whose certificate is missing, until it is there again', async () => {
    const [sound, lost] = await published('sound.example', 'lost.example');
    if (sound === undefined || lost === undefined) throw new Error('both were published');
    await rename(lost.key_path, `${lost.key_path}.away`);

    expect((await machine.vhosts.reconcile()).quarantined).to.deep.equal(['lost.example']);
    expect(await Promise.all([sound, lost].map(isServed))).to.deep.equal([true, false]);
    expect(await quarantineOf('lost.example')).to.include('certificate');
    expect(logged.at(-1)).to.have.property('level', 'error');
    const states = (await machine.vhosts.metrics()).find(({ name }) => name === 'comptoir_vhosts')?.samples;
    expect(states).to.deep.equal([
      { labels: { state: 'published' }, value: 1 },
      { labels: { state: 'quarantined' }, value: 1 },
    ]);
    expect((await machine.vhosts.reconcile()).changed).to.equal(false);

    await rename(`${lost.key_path}.away`, lost.key_path);
    expect(await machine.vhosts.reconcile()).to.deep.equal({ quarantined: [], setAside: [], changed: true });
    expect(await Promise.all([sound, lost].map(isServed))).to.deep.equal([true, true]);
    expect(await quarantineOf('lost.example')).to.equal(null);
  });

  it('do without one whose document root was put elsewhere', async () => {
    const root = await machine.root('shop', 'page');
    await machine.vhosts.upsert('demo', await machine.site('shop.example', { root }));
    await rm(root, { recursive: true });
    expect((await machine.vhosts.reconcile()).quarantined).to.deep.equal([]);
    await symlink('/etc', root);
    expect((await machine.vhosts.reconcile()).quarantined).to.deep.equal(['shop.example']);
  });

  it('do without those that nginx does not accept, named by it', async () => {
    const inputs = await published('a.example', 'b.example', 'c.example', 'd.example');
    const broken = flawed(machine.nginx.webServer, ({ domain }) => ['b.example', 'c.example'].includes(domain));
    const { quarantined } = await machine.another({ webServer: broken }).reconcile();
    expect([...quarantined].sort()).to.deep.equal(['b.example', 'c.example']);
    expect(await Promise.all(inputs.map(isServed))).to.deep.equal([true, false, false, true]);
    await machine.nginx.stop();
    await machine.nginx.start();
    expect(await Promise.all(inputs.map(isServed))).to.deep.equal([true, false, false, true]);
  });

  it('do without the one that nginx does not accept without saying which', async () => {
    const inputs = await published('a.example', 'b.example', 'c.example', 'd.example', 'e.example');
    // nginx complains about the table of all names, and names no file.
    const tooLong = `server { listen ${machine.nginx.options.ports.http}; server_name ${'x'.repeat(600)}.example; }\n`;
    const broken = flawed(machine.nginx.webServer, ({ domain }) => domain === 'd.example', tooLong);
    expect((await machine.another({ webServer: broken }).reconcile()).quarantined).to.deep.equal(['d.example']);
    expect(await Promise.all(inputs.map(isServed))).to.deep.equal([true, true, true, false, true]);
    expect(await quarantineOf('d.example')).to.include('server_names_hash');
  });

  it('are all in place when the fault is in what somebody else wrote', async () => {
    await published('a.example', 'b.example');
    await rm(`${directory()}/a.example.comptoir.conf`);
    await appendFile(machine.nginx.options.configuration, 'nonsense;\n');
    expect(await machine.vhosts.reconcile()).to.deep.equal({ quarantined: [], setAside: [], changed: true });
    expect(logged.at(-1)).to.deep.include({ level: 'error', fields: { reason: 'unknown directive "nonsense" in nginx.conf:18' } });
    expect(await files()).to.deep.equal(['_default.comptoir.conf', 'a.example.comptoir.conf', 'b.example.comptoir.conf']);
    expect(await quarantineOf('a.example')).to.equal(null);
  });

  it('are in order for an nginx that starts later', async () => {
    const [input] = await published('a.example');
    if (input === undefined) throw new Error('it was published');
    await machine.nginx.stop();
    await rm(directory(), { recursive: true });
    expect((await machine.vhosts.reconcile()).changed).to.equal(true);
    await machine.nginx.start();
    expect(await isServed(input)).to.equal(true);
  });

  it('need not be there for challenges to be answered', async () => {
    expect(await machine.vhosts.reconcile()).to.deep.equal({ quarantined: [], setAside: [], changed: true });
    expect(await files()).to.deep.equal(['_default.comptoir.conf']);
    expect((await visitPlainly(machine.nginx, 'nobody.example', '/')).status).to.equal(404);
    expect((await machine.vhosts.reconcile()).changed).to.equal(false);
  });

  it("are nobody's concern where there are none", async () => {
    const { reconcile } = machine.another({ webServer: withoutWebServer().webServer });
    expect(await reconcile()).to.deep.equal({ quarantined: [], setAside: [], changed: false });
  });
});
