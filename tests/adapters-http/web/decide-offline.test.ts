import { decideOffline, type Mark, type OfflineList } from '@comptoir/adapters-http/web/gate/decide-offline.js';
import { DEFAULT_RULES } from '@comptoir/core/access/gate.js';
import { expect } from 'chai';
import { NOON } from '../../suites/builders.js';

const PASS = {
  hash: 'of-a-pass',
  id: 'pass',
  label: 'Ada Martin',
  from: null,
  until: null,
  entriesLeft: null,
  oncePerDay: false,
  usedToday: false,
  blocked: false,
};

/** A gate in Paris that took the pass along at noon, and what it makes of the pass at instants, one after the other. */
function aGateWith(pass: Partial<OfflineList['passes'][string]>) {
  const rules = { ...DEFAULT_RULES, offerIds: [] };
  const passes = { [PASS.hash]: { ...PASS, ...pass } };
  const list: OfflineList = { fetchedAt: NOON.toISOString(), timezone: 'Europe/Paris', rules, gates: [], tickets: {}, passes };
  let mark: Mark | null = null;
  return (at: string, direction: 'entry' | 'exit' = 'entry') => {
    const verdict = decideOffline(list, mark, { hash: PASS.hash, gate: 'A', direction, at: new Date(at) });
    ({ mark } = verdict);
    return verdict.reason;
  };
}

describe('a pass at a gate that is offline', () => {
  it('lets in until its entries are used, over midnight too', () => {
    const scan = aGateWith({ entriesLeft: 2 });
    const reasons = [scan('2026-06-16T12:00Z'), scan('2026-06-16T22:30Z'), scan('2026-06-16T22:31Z')];
    expect(reasons).to.deep.equal([null, null, 'used']);
  });

  it('lets in once a day where that is said, by the clocks of the establishment, and whoever has left in again', () => {
    const scan = aGateWith({ oncePerDay: true });
    expect([scan('2026-06-16T21:00Z'), scan('2026-06-16T21:30Z')]).to.deep.equal([null, 'used']);
    expect([scan('2026-06-16T21:40Z', 'exit'), scan('2026-06-16T21:50Z')]).to.deep.equal([null, null]);
    expect([scan('2026-06-16T22:01Z'), scan('2026-06-16T22:02Z')]).to.deep.equal([null, 'used']);
  });

  it('that was used on the day of the list lets in again on the next', () => {
    const scan = aGateWith({ oncePerDay: true, usedToday: true });
    expect([scan('2026-06-16T21:59Z'), scan('2026-06-16T22:00Z')]).to.deep.equal(['used', null]);
  });

  it('lets in from its first instant to its last, not beyond, and not while it is blocked', () => {
    const days = { from: '2026-06-16T22:00:00.000Z', until: '2026-06-17T22:00:00.000Z' };
    const scan = aGateWith(days);
    const reasons = ['2026-06-16T21:59:59.999Z', '2026-06-16T22:00Z', '2026-06-17T21:59:59.999Z', '2026-06-17T22:00Z'].map((at) =>
      scan(at),
    );
    expect(reasons).to.deep.equal(['too_early', null, null, 'too_late']);
    expect(aGateWith({ ...days, blocked: true })('2026-06-17T12:00Z')).to.equal('blocked');
  });
});
