import { onboardingRouter } from '@comptoir/core/onboarding/onboarding-procedures.js';
import { expect } from 'chai';
import { anOrder, aProduct, placed } from '../../suites/builders.js';
import { atOnce, refusalOf } from '../../suites/suite.js';
import { anOrganisation, callsOf } from '../organisation.js';
import { aBench } from '../support.js';

const onboarding = callsOf('onboarding', onboardingRouter());

async function aBeginner() {
  const bench = aBench();
  const organisation = await anOrganisation(bench, { hours: [] });
  const { call } = await organisation.joinAs('owner');
  const open = async () => (await onboarding('state', call)).steps.filter(({ status }) => status === 'open').map(({ step }) => step);
  return { ...bench, ...organisation, call, open };
}

describe('the onboarding router', () => {
  it('sees by itself what is done', async () => {
    const { open, services, persistence, scope, joinAs } = await aBeginner();
    expect(await open()).to.deep.equal(['hours', 'catalogue', 'team', 'payments', 'firstOrder']);

    await services.sites.update(scope, { hours: [{ day: 1, from: '09:00', to: '17:00' }] });
    await persistence.transact(scope, ({ products }) => products.create(scope, [aProduct()]));
    await joinAs('staff');
    await placed(persistence, scope, anOrder(scope));

    expect(await open()).to.deep.equal(['payments']);
  });

  it('takes people at their word for the rest, and is finished when nothing is open', async () => {
    const { call } = await aBeginner();
    await onboarding('complete', call, { step: 'payments' });
    for (const step of ['hours', 'catalogue', 'team'] as const) await onboarding('skip', call, { step });
    expect((await onboarding('state', call)).finished).to.equal(false);

    const state = await onboarding('skip', call, { step: 'firstOrder' });

    expect(state).to.deep.equal({
      finished: true,
      steps: [
        { step: 'organisation', status: 'done' },
        { step: 'establishment', status: 'done' },
        { step: 'hours', status: 'skipped' },
        { step: 'catalogue', status: 'skipped' },
        { step: 'team', status: 'skipped' },
        { step: 'payments', status: 'done' },
        { step: 'firstOrder', status: 'skipped' },
      ],
    });
  });

  it('takes what was skipped for done once it is done', async () => {
    const { call, joinAs } = await aBeginner();
    await onboarding('skip', call, { step: 'team' });
    await joinAs('staff');

    expect((await onboarding('state', call)).steps).to.deep.include({ step: 'team', status: 'done' });
  });

  it('loses no step when several are marked at once', async () => {
    const { call, open } = await aBeginner();
    const steps = ['hours', 'catalogue', 'team', 'payments', 'firstOrder'] as const;
    await atOnce(steps.length, (index) => onboarding('skip', call, { step: steps[index] }));

    expect(await open()).to.deep.equal([]);
  });

  it('knows no other steps', async () => {
    const { call } = await aBeginner();
    expect((await refusalOf(onboarding('complete', call, { step: 'world' }))).code).to.equal('invalid_request');
  });

  it('is marked by who may do so in the whole organisation', async () => {
    const { join, scope } = await aBeginner();
    const { call } = await join([{ role: 'manager', siteId: scope.siteId }]);

    expect((await refusalOf(onboarding('complete', call, { step: 'payments' }))).code).to.equal('forbidden');
  });
});
