import type { SiteTarget, Vhost } from '@comptoir/core/vhosts/vhost.js';
import type { VhostStore } from '@comptoir/core/vhosts/vhost-store.js';
import { expect } from 'chai';
import { freshName, minutesAfter, NOON } from './builders.js';
import { NO_TENANT } from './identity-builders.js';
import { atOnce, describePort, type Open, refusalOf } from './suite.js';
import { aVhost } from './vhost-builders.js';

const TARGETS: readonly SiteTarget[] = [
  { kind: 'static', root: '/srv/shop' },
  { kind: 'proxy', scheme: 'https', host: '::1', port: 8443 },
  { kind: 'php', socket: '/run/php/fpm.sock', root: '/srv/shop' },
  { kind: 'placeholder' },
];

export function exerciseVhostStore(name: string, open: Open): void {
  describePort('VhostStore', name, open, (persistence) => {
    const { transact } = persistence;
    const inStore = <Result>(work: (store: VhostStore) => Promise<Result>) => transact(NO_TENANT, ({ vhosts }) => work(vhosts));
    const save = (vhost: Vhost) => inStore((store) => store.save(vhost));
    const get = (domain: string) => persistence.views.vhosts.get(domain);
    const host = () => `${freshName('host')}.example`;

    it('gives back what was saved, whatever answers', async () => {
      for (const target of TARGETS) {
        const vhost = aVhost({ target, aliases: [host(), host()], automatic: true, quarantine: 'its certificate is missing' });
        await save(vhost);
        expect(await get(vhost.domain)).to.deep.equal(vhost);
      }
      expect(await get(host())).to.equal(null);
    });

    it('replaces a vhost, and gives its old names free', async () => {
      const [dropped, kept] = [host(), host()];
      const before = aVhost({ aliases: [dropped, kept] });
      const after = aVhost({
        domain: before.domain,
        aliases: [kept],
        appId: 'other',
        target: { kind: 'placeholder' },
        updatedAt: minutesAfter(NOON, 1),
      });
      await save(before);
      await save(after);

      expect(await get(before.domain)).to.deep.equal(after);
      expect([...(await persistence.views.vhosts.domainsOf([dropped, kept]))]).to.deep.equal([[kept, before.domain]]);
    });

    it('gives a name to one vhost only, be it a domain or an alias', async () => {
      const alias = host();
      const vhost = aVhost({ aliases: [alias] });
      await save(vhost);
      for (const other of [aVhost({ domain: alias }), aVhost({ aliases: [alias] }), aVhost({ aliases: [host(), vhost.domain] })]) {
        expect((await refusalOf(save(other))).code).to.equal('host_taken');
        expect(await get(other.domain)).to.equal(null);
      }
    });

    it('lets one of many at once have a name', async () => {
      const alias = host();
      const outcomes = await atOnce(8, () =>
        save(aVhost({ aliases: [alias] })).then(
          () => 'saved',
          ({ code }) => code,
        ),
      );
      expect(outcomes.sort()).to.deep.equal([...Array.from({ length: 7 }, () => 'host_taken'), 'saved']);
    });

    it('says whose names are, and leaves free ones out', async () => {
      const vhost = aVhost({ aliases: [host()] });
      await save(vhost);
      const names = [vhost.domain, ...vhost.aliases];
      expect(await persistence.views.vhosts.domainsOf([...names, host()])).to.deep.equal(
        new Map(names.map((each) => [each, vhost.domain])),
      );
      expect((await persistence.views.vhosts.domainsOf([])).size).to.equal(0);
    });

    it('removes a vhost with its names', async () => {
      const vhost = aVhost({ aliases: [host()] });
      await save(vhost);
      expect(await inStore((store) => store.remove(vhost.domain))).to.equal(true);
      expect(await inStore((store) => store.remove(vhost.domain))).to.equal(false);
      expect(await get(vhost.domain)).to.equal(null);
      await save(aVhost({ aliases: [...vhost.aliases, vhost.domain] }));
    });

    it('counts and lists vhosts by what became of them', async () => {
      const [left, right] = [aVhost({ domain: `a${host()}` }), aVhost({ domain: `b${host()}` })];
      const before = await persistence.views.vhosts.count();
      await save(right);
      await save(left);
      await inStore((store) => store.setQuarantine(right.domain, 'broken'));

      const { published, quarantined } = await persistence.views.vhosts.count();
      expect({ published: published - before.published, quarantined: quarantined - before.quarantined }).to.deep.equal({
        published: 1,
        quarantined: 1,
      });
      const domains = (await persistence.views.vhosts.all()).map(({ domain }) => domain);
      expect(domains).to.include.members([left.domain, right.domain]);
      expect(domains).to.deep.equal([...domains].sort());
      expect((await get(right.domain))?.quarantine).to.equal('broken');
      await inStore((store) => store.setQuarantine(right.domain, null));
      expect((await get(right.domain))?.quarantine).to.equal(null);
      await inStore((store) => store.setQuarantine(host(), 'gone'));
    });

    describe('the lease', () => {
      const take = (holder: string, now = NOON, minutes = 1) =>
        inStore((store) => store.takeLease(holder, now, minutesAfter(now, minutes)));
      const release = (holder: string) => inStore((store) => store.releaseLease(holder));

      it('has one holder, who can make it last longer', async () => {
        expect(await take('one')).to.equal(true);
        expect(await take('two')).to.equal(false);
        expect(await take('one', minutesAfter(NOON, 1), 5)).to.equal(true);
        expect(await take('two', minutesAfter(NOON, 5))).to.equal(false);
        expect(await inStore((store) => store.confirmLease('two'))).to.equal(false);
        expect(await inStore((store) => store.confirmLease('one'))).to.equal(true);
        await release('two');
        expect(await take('two')).to.equal(false);
        await release('one');
        expect(await inStore((store) => store.confirmLease('one'))).to.equal(false);
      });

      it('goes to somebody else when it has run out, and the first has lost it', async () => {
        await take('killed');
        expect(await take('next', minutesAfter(NOON, 1))).to.equal(true);
        expect(await inStore((store) => store.confirmLease('killed'))).to.equal(false);
        await release('killed');
        expect(await inStore((store) => store.confirmLease('next'))).to.equal(true);
        await release('next');
      });

      it('goes to somebody else when the clock was set back since it was taken', async () => {
        await take('killed', minutesAfter(NOON, 60));
        expect(await take('next')).to.equal(true);
        await release('next');
      });

      it('goes to one of many who want it at once', async () => {
        const taken = await atOnce(8, (index) => take(`holder-${index}`));
        expect(taken.filter(Boolean)).to.have.length(1);
        await release(`holder-${taken.indexOf(true)}`);
      });
    });
  });
}
