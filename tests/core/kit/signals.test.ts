import { makeSignals, type Signal } from '@comptoir/core/kit/signals.js';
import { expect } from 'chai';

describe('signals', () => {
  it('reach everybody who listens, until they stop', () => {
    const signals = makeSignals();
    const [early, late]: [Signal[], Signal[]] = [[], []];
    const stop = signals.listen((signal) => early.push(signal));
    signals.listen((signal) => late.push(signal));

    signals.send({ kind: 'order-changed', orderId: 'a' });
    stop();
    signals.send({ kind: 'site-changed', siteId: 'b' });

    expect(early).to.deep.equal([{ kind: 'order-changed', orderId: 'a' }]);
    expect(late).to.have.length(2);
  });
});
