import { auditRouter } from '@comptoir/core/audit/audit-procedures.js';
import { settingsRouter } from '@comptoir/core/settings/settings-procedures.js';
import { expect } from 'chai';
import { HOUR_MS, NOON } from '../../suites/builders.js';
import { refusalOf } from '../../suites/suite.js';
import { anOrganisation, callsOf } from '../organisation.js';
import { aBench } from '../support.js';

const audit = callsOf('audit', auditRouter());
const settings = callsOf('settings', settingsRouter());

async function aHistory() {
  const bench = aBench();
  const organisation = await anOrganisation(bench);
  const [ada, bob] = [await organisation.joinAs('owner'), await organisation.joinAs('admin')];
  await settings('set', ada.call, { key: 'locale.default', value: 'en' });
  bench.clock.advance(HOUR_MS);
  await settings('reset', bob.call, { key: 'locale.default' });
  return { ...bench, ...organisation, ada, bob };
}

describe('the audit router', () => {
  it('lists who changed what, newest first', async () => {
    const { ada, bob, scope } = await aHistory();

    const { items, total } = await audit('list', ada.call);

    expect(total).to.equal(2);
    expect(items.map(({ id: _id, ...entry }) => entry)).to.deep.equal([
      {
        at: new Date(NOON.getTime() + HOUR_MS),
        actor: `user:${bob.user.id}`,
        action: 'settings.reset',
        subjectId: null,
        siteId: scope.siteId,
        input: { key: 'locale.default' },
        requestId: 'r1',
        address: '192.0.2.1',
      },
      {
        at: NOON,
        actor: `user:${ada.user.id}`,
        action: 'settings.set',
        subjectId: null,
        siteId: scope.siteId,
        input: { key: 'locale.default' },
        requestId: 'r1',
        address: '192.0.2.1',
      },
    ]);
  });

  it('finds by action, actor and time', async () => {
    const { ada, bob } = await aHistory();
    const actions = async (filter: unknown) => (await audit('list', ada.call, filter)).items.map(({ action }) => action);

    expect(await actions({ action: 'settings.set' })).to.deep.equal(['settings.set']);
    expect(await actions({ actor: `user:${bob.user.id}` })).to.deep.equal(['settings.reset']);
    expect(await actions({ from: new Date(NOON.getTime() + 1) })).to.deep.equal(['settings.reset']);
    expect(await actions({ to: '2026-06-16T10:00:01Z' })).to.deep.equal(['settings.set']);
    expect(await actions({ search: 'RESET' })).to.deep.equal(['settings.reset']);
  });

  it('is not shown to somebody with a role for one establishment, however strong', async () => {
    const { join, scope } = await aHistory();
    const { call } = await join([{ role: 'owner', siteId: scope.siteId }]);

    expect((await refusalOf(audit('list', call))).code).to.equal('forbidden');
  });

  it('refuses instants that no database knows', async () => {
    const { ada } = await aHistory();
    for (const from of [new Date(8.64e15), new Date(-8.64e15), new Date(Number.NaN), '1969-12-31T23:59:59Z', 'yesterday']) {
      expect((await refusalOf(audit('list', ada.call, { from }))).code).to.equal('invalid_request');
    }
  });
});
