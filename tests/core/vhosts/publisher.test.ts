import { DomainError } from '@comptoir/core/kit/errors.js';
import { vhostInputSchema } from '@comptoir/core/vhosts/vhost-contract.js';
import { makeVhostsService, type VhostsDeps } from '@comptoir/core/vhosts/vhosts-service.js';
import { expect } from 'chai';
import { minutesAfter, NOON } from '../../suites/builders.js';
import { NO_TENANT } from '../../suites/identity-builders.js';
import { atOnce, refusalOf } from '../../suites/suite.js';
import { aPublisher, inputOf } from './a-publisher.js';
import { aMemoryWebServer } from './memory-web-server.js';

const ROOTED = { domain: 'shop.example', cert_path: '/cert', key_path: '/key', root: '/srv/shop' };
describe('publishing virtual hosts', () => {
  it('gives up the certificate that it had, with the vhost, and none that the app gave', async () => {
    const { vhosts, retired } = aPublisher();
    await vhosts.upsertAutomatic('demo', { domain: 'auto.example', root: '/srv', email: undefined });
    await vhosts.upsert('demo', inputOf('given.example'));
    for (const domain of ['auto.example', 'given.example', 'auto.example']) await vhosts.remove('demo', domain);
    expect(retired).to.deep.equal(['auto.example']);
  });

  it('have their certificates renewed for as long as one of them refers to it', async () => {
    const { vhosts, retired } = aPublisher();
    const automatic = (domain: string) => vhosts.upsertAutomatic('demo', { domain, root: '/srv' });
    for (const domain of ['own.example', 'shared.example', 'kept.example']) await automatic(domain);
    await vhosts.upsert('demo', inputOf('other.example', '/certs/shared.example'));
    await vhosts.upsert('demo', inputOf('own.example', '/my/own'));
    await vhosts.upsert('demo', inputOf('kept.example', '/certs/kept.example'));
    await vhosts.remove('demo', 'shared.example');
    expect(retired).to.deep.equal(['own.example']);
  });

  it('publishes none whose certificate is removed before it is its turn, and removes none that is served', async () => {
    const { vhosts, webServer, persistence } = aPublisher();
    const removed = new Set<string>();
    webServer.sites.faultOf = async ({ certPath }) => (removed.has(certPath) ? 'a file of its certificate is missing' : null);
    const remove = (path: string) =>
      vhosts.whileUnused(
        (file) => file === path,
        async () => void removed.add(path),
      );

    const [first, second] = [remove('/cert-1'), vhosts.upsert('demo', inputOf('late.example', '/cert-1'))];
    expect((await refusalOf(second)).code).to.equal('config_rejected');
    await first;
    await vhosts.upsert('demo', inputOf('served.example', '/cert-2'));
    expect((await refusalOf(remove('/cert-2'))).code).to.equal('in_use');

    expect([...removed]).to.deep.equal(['/cert-1']);
    expect([...webServer.texts.keys()].sort()).to.deep.equal(['common', 'served.example']);
    expect((await persistence.views.vhosts.all()).map(({ domain }) => domain)).to.deep.equal(['served.example']);
  });

  it('tells where the files of a name are', async () => {
    const { vhosts } = aPublisher();
    await vhosts.upsert('demo', vhostInputSchema.parse({ ...ROOTED, aliases: ['www.shop.example'] }));
    await vhosts.upsert('demo', inputOf('empty.example'));
    const roots = await Promise.all(['shop.example', 'www.shop.example', 'empty.example', 'none.example'].map(vhosts.rootOf));
    expect(roots).to.deep.equal(['/srv/shop', '/srv/shop', null, null]);
  });

  it('makes one test and one reload of calls that come together', async () => {
    const { vhosts, webServer } = aPublisher();
    const first = vhosts.upsert('demo', inputOf('first.example'));
    const others = await atOnce(50, (index) => vhosts.upsert('demo', inputOf(`site-${index}.example`)));
    await first;
    expect(others.map(({ pid }) => pid)).to.deep.equal(Array.from({ length: 50 }, () => 42));
    expect(webServer.texts.size).to.equal(52);
    expect(webServer.counts.reloads).to.be.lessThan(4);
    expect(webServer.counts.tests).to.equal(webServer.counts.reloads);
  });

  it('makes changes that share a name one after the other, in their order', async () => {
    const { vhosts, webServer, persistence } = aPublisher();
    await Promise.all([
      vhosts.upsert('demo', inputOf('shop.example', '/cert-1')),
      vhosts.upsert('demo', inputOf('shop.example', '/cert-2')),
    ]);
    expect(webServer.texts.get('shop.example')).to.equal('/cert-2');
    const [removed] = await Promise.all([
      vhosts.remove('demo', 'shop.example'),
      vhosts.upsert('demo', inputOf('other.example', '/cert-3', ['shop.example'])),
    ]);
    expect(removed).to.deep.equal({ domain: 'shop.example', removed: true, pid: 42 });
    expect([...webServer.texts.keys()]).to.deep.equal(['common', 'other.example']);
    expect((await persistence.views.vhosts.all()).map(({ domain }) => domain)).to.deep.equal(['other.example']);
  });

  it('waits for another process, and takes over from one that was killed', async () => {
    const { vhosts, persistence, clock } = aPublisher();
    await persistence.transact(NO_TENANT, (stores) => stores.vhosts.takeLease('killed', NOON, minutesAfter(NOON, 0.5)));
    expect((await vhosts.upsert('demo', inputOf('shop.example'))).pid).to.equal(42);
    expect(clock.now()).to.be.greaterThanOrEqual(minutesAfter(NOON, 0.5));
  });

  it('refuses after a while when others never come to an end', async () => {
    const { vhosts, persistence, webServer } = aPublisher();
    await persistence.transact(NO_TENANT, (stores) => stores.vhosts.takeLease('busy', NOON, minutesAfter(NOON, 5)));
    const refusal = await refusalOf(vhosts.upsert('demo', inputOf('shop.example')));
    expect([refusal.code, refusal.retryAfterSecs]).to.deep.equal(['nginx_unavailable', 1]);
    expect(webServer.texts.size).to.equal(0);
  });

  it('leaves the files to the one that took over, and notes nothing', async () => {
    const { vhosts, webServer, persistence, clock } = aPublisher();
    webServer.reload = async () => {
      clock.advance(600_000);
      await persistence.transact(NO_TENANT, (stores) => stores.vhosts.takeLease('next', clock.now(), minutesAfter(clock.now(), 1)));
      webServer.texts.set('shop.example', 'of the next');
      return 42;
    };
    expect((await refusalOf(vhosts.upsert('demo', inputOf('shop.example')))).code).to.equal('nginx_unavailable');
    expect(webServer.texts.get('shop.example')).to.equal('of the next');
    expect(await persistence.views.vhosts.get('shop.example')).to.equal(null);
  });

  it('takes the files back, and has them read, when the database does not take the change', async () => {
    const { persistence, deps } = aPublisher();
    const webServer = aMemoryWebServer();
    const failing: VhostsDeps['transact'] = (scope, work) =>
      persistence.transact(scope, (stores) =>
        work({
          ...stores,
          vhosts: {
            ...stores.vhosts,
            save: async () => {
              throw new DomainError('store_unavailable');
            },
          },
        }),
      );
    await makeVhostsService({ ...deps, webServer }).upsert('demo', inputOf('shop.example', '/before'));
    const vhosts = makeVhostsService({ ...deps, webServer, transact: failing });
    const codes = [inputOf('shop.example', '/after'), inputOf('new.example')].map(
      async (input) => (await refusalOf(vhosts.upsert('demo', input))).code,
    );
    expect(await Promise.all(codes)).to.deep.equal(['store_unavailable', 'store_unavailable']);
    expect([...webServer.texts]).to.deep.equal([
      ['common', 'common'],
      ['shop.example', '/before'],
    ]);
    expect(webServer.counts.reloads % 2).to.equal(1);
  });

  it('has no file that nobody would start with, also when the one before cannot be written again', async () => {
    const { vhosts, webServer } = aPublisher();
    await vhosts.upsert('demo', inputOf('shop.example', '/before'));
    const { put } = webServer.files;
    webServer.files.put = async (file) => {
      if (file.text === '/before') throw new DomainError('nginx_unavailable', { message: 'ENOSPC' });
      await put(file);
    };
    webServer.outcome = () =>
      webServer.texts.get('shop.example') === '/bad'
        ? { ok: false, message: 'no', at: { kind: 'unknown' } }
        : { ok: true, conflicts: new Set() };
    expect((await refusalOf(vhosts.upsert('demo', inputOf('shop.example', '/bad')))).code).to.equal('nginx_unavailable');
    expect(webServer.texts.get('shop.example')).to.equal(undefined);
    await vhosts.reconcile().catch(() => undefined);
    webServer.files.put = put;
    expect((await vhosts.reconcile()).changed).to.equal(true);
    expect(webServer.texts.get('shop.example')).to.equal('/before');
  });

  it('refuses a flood, and serves those who came before', async () => {
    const { vhosts, webServer } = aPublisher();
    const outcomes = await atOnce(1200, (index) =>
      vhosts.upsert('demo', inputOf(`site-${index}.example`)).then(
        () => 'published',
        ({ code }) => code,
      ),
    );
    const refused = outcomes.filter((outcome) => outcome === 'rate_limited');
    expect(refused).to.have.length(200);
    expect(webServer.texts.size).to.equal(1001);
  });

  it('asks for no certificate that it could not use', async () => {
    const { vhosts, issued, webServer, deps } = aPublisher();
    await vhosts.upsert('first', inputOf('shop.example', '/cert', ['www.shop.example']));
    const auto = (domain: string) => refusalOf(vhosts.upsertAutomatic('demo', { domain, root: '/srv' }));
    for (const domain of ['shop.example', 'www.shop.example', 'manage.example']) expect((await auto(domain)).code).to.equal('host_taken');
    expect((await auto('*.example')).code).to.equal('invalid_request');
    const running = () => Promise.reject(new DomainError('nginx_unavailable'));
    const stopped = makeVhostsService({ ...deps, webServer: { ...webServer, running } });
    const refusal = await refusalOf(stopped.upsertAutomatic('demo', { domain: 'new.example', root: '/srv' }));
    expect(refusal.code).to.equal('nginx_unavailable');
    expect(issued).to.deep.equal([]);
  });

  it('counts reloads, and says when one failed', async () => {
    const { vhosts, webServer } = aPublisher();
    const samplesOf = async (name: string) =>
      (await vhosts.metrics()).find((metric) => metric.name === name)?.samples.map(({ value }) => value);
    await vhosts.upsert('demo', inputOf('shop.example'));
    expect(await samplesOf('comptoir_nginx_reloads_total')).to.deep.equal([1, 0]);
    expect(await samplesOf('comptoir_nginx_last_reload_failure_timestamp_seconds')).to.deep.equal([0]);

    const { reload } = webServer;
    webServer.reload = () => {
      webServer.reload = reload;
      return Promise.reject(new DomainError('nginx_unavailable'));
    };
    expect((await refusalOf(vhosts.upsert('demo', inputOf('other.example')))).code).to.equal('nginx_unavailable');
    // The second one that was done had the old files read again.
    expect(await samplesOf('comptoir_nginx_reloads_total')).to.deep.equal([2, 1]);
    expect(await samplesOf('comptoir_nginx_last_reload_failure_timestamp_seconds')).to.deep.equal([NOON.getTime() / 1000]);
  });
});
