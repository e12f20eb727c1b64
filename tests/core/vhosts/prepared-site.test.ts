import { DomainError } from '@comptoir/core/kit/errors.js';
import type { CertificateSource } from '@comptoir/core/vhosts/certificate-source.js';
import { expect } from 'chai';
import { refusalOf } from '../../suites/suite.js';
import { aPublisher, inputOf } from './a-publisher.js';

type Provision = CertificateSource['provision'];

const AUTO = { domain: 'new.example', root: '/srv' };

/** A certificate authority whose answer is `answer`'s; it is asked. */
function ordering(answer: (request: Parameters<Provision>[0]) => ReturnType<Provision>) {
  const pathsOf = (domain: string) => ({ certPath: `/certs/${domain}`, keyPath: '/key' });
  const certificates: CertificateSource = {
    pathsOf,
    retire: async () => undefined,
    provision(request) {
      request.onOrder?.();
      return answer(request);
    },
  };
  return { certificates, issued: async () => ({ ...pathsOf(AUTO.domain), reused: false }) };
}

async function reloadOf({ webServer }: ReturnType<typeof aPublisher>, count: number): Promise<void> {
  while (webServer.counts.reloads < count) await new Promise(setImmediate);
}

describe('a site whose certificate is on its way', () => {
  it('is read by the web server meanwhile, and noted when its certificate is there', async () => {
    const { certificates, issued } = ordering(async () => {
      await reloadOf(bench, 2);
      expect(bench.webServer.texts.get(AUTO.domain)).to.equal('/certs/new.example');
      expect(await bench.persistence.views.vhosts.get(AUTO.domain)).to.equal(null);
      return issued();
    });
    const bench = aPublisher({ certificates });
    await bench.vhosts.upsertAutomatic('demo', AUTO);
    expect(bench.webServer.counts, 'the common file, then the site').to.deep.equal({ tests: 2, reloads: 2 });
    expect(await bench.persistence.views.vhosts.get(AUTO.domain)).to.include({ appId: 'demo', automatic: true });
  });

  it('is taken back when there is none, and its name is free again', async () => {
    const { certificates } = ordering(() => Promise.reject(new DomainError('issuance_failed')));
    const { vhosts, webServer } = aPublisher({ certificates });
    expect((await refusalOf(vhosts.upsertAutomatic('demo', AUTO))).code).to.equal('issuance_failed');
    expect([...webServer.texts.keys()]).to.deep.equal(['common']);
    expect(webServer.counts.reloads).to.equal(3);
    expect((await vhosts.upsert('other', inputOf(AUTO.domain))).pid).to.equal(42);
  });

  it('does not bring a site down that was there before', async () => {
    const { certificates } = ordering(() => Promise.reject(new DomainError('issuance_failed')));
    const { vhosts, webServer, persistence } = aPublisher({ certificates });
    await vhosts.upsert('demo', inputOf(AUTO.domain, '/given'));
    expect((await refusalOf(vhosts.upsertAutomatic('demo', AUTO))).code).to.equal('issuance_failed');
    expect(webServer.texts.get(AUTO.domain)).to.equal('/given');
    expect(webServer.counts.reloads).to.equal(1);
    expect(await persistence.views.vhosts.get(AUTO.domain)).to.include({ automatic: false });
  });

  it('leaves its file to whoever was served under its name first', async () => {
    const { certificates } = ordering(async () => {
      await reloadOf(bench, 2);
      await bench.vhosts.upsert('other', inputOf(AUTO.domain, '/other'));
      return issued();
    });
    const { issued } = ordering(() => issued());
    const bench = aPublisher({ certificates });
    expect((await refusalOf(bench.vhosts.upsertAutomatic('demo', AUTO))).code).to.equal('host_taken');
    expect(bench.webServer.texts.get(AUTO.domain)).to.equal('/other');
  });

  it('is tried once more when the web server could not be told, and says why that fails', async () => {
    const { certificates, issued } = ordering(() => issued());
    const { vhosts, webServer } = aPublisher({ certificates });
    await vhosts.upsert('demo', inputOf('common.example'));
    const accept = webServer.outcome;
    let refusals = 1;
    webServer.outcome = () => {
      const refused = webServer.texts.has(AUTO.domain) && refusals-- > 0;
      return refused ? { ok: false, message: 'no', at: { kind: 'unknown' } } : accept();
    };
    expect((await vhosts.upsertAutomatic('demo', AUTO)).certReused).to.equal(false);
    expect([webServer.texts.has(AUTO.domain), refusals]).to.deep.equal([true, -1]);

    refusals = Number.POSITIVE_INFINITY;
    await vhosts.remove('demo', AUTO.domain);
    expect((await refusalOf(vhosts.upsertAutomatic('demo', AUTO))).code).to.equal('config_rejected');
    expect([...webServer.texts.keys()]).to.deep.equal(['common', 'common.example']);
  });

  it('is set aside by a reconciliation in between, and is there all the same', async () => {
    const { certificates, issued } = ordering(async () => {
      await reloadOf(bench, 2);
      expect((await bench.vhosts.reconcile()).setAside).to.deep.equal([AUTO.domain]);
      return issued();
    });
    const bench = aPublisher({ certificates });
    await bench.vhosts.upsertAutomatic('demo', AUTO);
    expect(bench.webServer.texts.has(AUTO.domain)).to.equal(true);
  });
});
