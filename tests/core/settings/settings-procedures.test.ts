import { SETTINGS } from '@comptoir/core/settings/settings-inventory.js';
import { settingsRouter } from '@comptoir/core/settings/settings-procedures.js';
import { expect } from 'chai';
import { FIRST_PAGE } from '../../suites/builders.js';
import { A_SELLER } from '../../suites/invoice-builders.js';
import { refusalOf } from '../../suites/suite.js';
import { anOrganisation, callsOf } from '../organisation.js';
import { aBench } from '../support.js';

const settings = callsOf('settings', settingsRouter());
const CANARY = 'canary-0123456789-canary';

/** A value that each setting takes; a new setting has its line here. */
const EXAMPLES: Readonly<Record<string, unknown>> = {
  'access.earlyMinutes': 30,
  'access.lateMinutes': 15,
  'access.reentry': false,
  'invoices.rounding': 'line',
  'invoices.seller': A_SELLER,
  'invoices.terms': { dueDays: 14, latePayment: 'Sans escompte.' },
  'campaigns.perMinute': 600,
  'liveChat.enabled': false,
  'liveChat.greeting': 'Bonjour !',
  'locale.default': 'en',
  'mail.replyTo': 'lucie@example.test',
  'orders.notifyEmails': ['lucie@example.test'],
  'payments.atPickup': false,
  'payments.card': 'sandbox',
  'reorder.coverDays': 21,
  'reorder.leadDays': 10,
  'reorder.safetyDays': 0,
  'shop.key': CANARY,
  'shop.url': 'https://shop.example',
  'shop.webhooks.secret': CANARY,
  'till.cashRounding': 5,
  'till.rounding': 'line',
  'till.sellsAtPickup': false,
  'webhook.secret': CANARY,
};

async function anAdmin() {
  const bench = aBench();
  const organisation = await anOrganisation(bench);
  const { call } = await organisation.joinAs('admin');
  return { ...bench, ...organisation, call };
}

describe('the settings router', () => {
  it('describes every setting there is', async () => {
    const { call } = await anAdmin();
    const keys = await settings('keys', call);

    expect(keys.map(({ key }) => key)).to.deep.equal(Object.keys(EXAMPLES));
    expect(keys.find(({ key }) => key === 'locale.default')).to.deep.include({ level: 'tenant', secret: false, fallback: 'fr' });
    expect(keys.find(({ key }) => key === 'liveChat.enabled')?.schema).to.deep.include({ type: 'boolean' });
  });

  for (const { key, level, secret, fallback } of SETTINGS) {
    it(`sets, shows and resets ${key}${secret ? ', which is never shown' : ''}`, async () => {
      const { call } = await anAdmin();
      const value = EXAMPLES[key];

      expect(await settings('get', call, { key })).to.deep.include({ key, level, secret, set: false, value: fallback });
      expect(await settings('set', call, { key, value })).to.deep.include({ set: true, value: secret ? null : value });
      expect(await settings('get', call, { key })).to.deep.include({ set: true, value: secret ? null : value });
      expect(await settings('reset', call, { key })).to.deep.include({ set: false, value: fallback });
      expect(await settings('get', call, { key })).to.deep.include({ set: false, value: fallback });
    });
  }

  it('lets no secret out: not in answers, not in the audit log', async () => {
    const { call, services, scope } = await anAdmin();
    for (const [key, value] of Object.entries(EXAMPLES)) await settings('set', call, { key, value });

    const shown = JSON.stringify([await settings('list', call), (await services.views.audit.list(scope, FIRST_PAGE)).items]);

    expect(shown).to.include('webhook.secret');
    expect(shown).to.not.include(CANARY);
  });

  it('stores the secret itself where the webhook receiver looks for it', async () => {
    const { call, persistence, scope } = await anAdmin();
    await settings('set', call, { key: 'webhook.secret', value: CANARY });

    expect(await persistence.transact(scope, (stores) => stores.settings.get(scope, 'webhook.secret'))).to.equal(CANARY);
  });

  it('refuses values that break the contract, naming where', async () => {
    const { call } = await anAdmin();
    const faults = async (key: string, value?: unknown) => {
      const refusal = await refusalOf(settings('set', call, { key, value }));
      return [refusal.code, ...refusal.issues.map(({ path }) => path)];
    };

    expect(await faults('locale.default', 'de')).to.deep.equal(['invalid_request', 'value']);
    expect(await faults('orders.notifyEmails', ['a@example.test', 'nobody'])).to.deep.equal(['invalid_request', 'value.1']);
    expect(await faults('webhook.secret', 'short')).to.deep.equal(['invalid_request', 'value']);
    expect(await faults('shop.url', 'javascript:alert(1)')).to.deep.equal(['invalid_request', 'value']);
    expect(await faults('invoices.seller', { ...A_SELLER, iban: 'FR7630006000011234567890188' })).to.deep.equal([
      'invalid_request',
      'value.iban',
    ]);
    expect(await faults('liveChat.enabled')).to.deep.equal(['invalid_request', 'value']);
  });

  it('knows no other keys', async () => {
    const { call, persistence, scope } = await anAdmin();
    await persistence.transact(scope, ({ tenantSettings }) => tenantSettings.set(scope, 'permissions.roles', {}));
    for (const key of ['permissions.roles', '__proto__', 'constructor', 'webhook']) {
      for (const name of ['get', 'set', 'reset'] as const) {
        expect((await refusalOf(settings(name, call, { key, value: 1 }))).code, `${name} ${key}`).to.equal('unknown_record');
      }
    }
    expect((await settings('list', call)).items.map(({ key }) => key)).to.not.include('permissions.roles');
  });

  it('keeps establishments apart, and shares what belongs to the organisation', async () => {
    const { call, join, beside } = await anAdmin();
    const elsewhere = (await join([{ role: 'admin', siteId: null }], (await beside()).scope)).call;
    await settings('set', call, { key: 'liveChat.greeting', value: 'Ici' });
    await settings('set', call, { key: 'locale.default', value: 'en' });

    expect((await settings('get', elsewhere, { key: 'liveChat.greeting' })).value).to.equal(null);
    expect((await settings('get', elsewhere, { key: 'locale.default' })).value).to.equal('en');
  });

  it('of an organisation are not for an administrator of one establishment to change', async () => {
    const { join, scope } = await anAdmin();
    const { call } = await join([{ role: 'admin', siteId: scope.siteId }]);

    expect(await settings('set', call, { key: 'liveChat.greeting', value: 'Ici' })).to.include({ value: 'Ici' });
    for (const name of ['set', 'reset'] as const) {
      expect((await refusalOf(settings(name, call, { key: 'locale.default', value: 'en' }))).code).to.equal('forbidden');
    }
  });

  it('of an establishment need one', async () => {
    const { join } = await anAdmin();
    const { call } = await join([{ role: 'admin', siteId: null }], null);

    expect((await settings('list', call)).items.map(({ level }) => level)).to.deep.equal(['tenant', 'tenant']);
    expect((await refusalOf(settings('get', call, { key: 'webhook.secret' }))).code).to.equal('forbidden');
    expect((await refusalOf(settings('set', call, { key: 'webhook.secret', value: CANARY }))).code).to.equal('forbidden');
  });
});
