import { randomUUID } from 'node:crypto';
import { makeSiteGenerations } from '@comptoir/core/edge-routes/site-generations.js';
import { expect } from 'chai';
import { describePort, type Open } from './suite.js';

const aHost = () => `${randomUUID()}.example`;

export function exerciseSiteGenerations(name: string, open: Open): void {
  describePort('The generations of sites', name, open, (persistence) => {
    const generations = () => makeSiteGenerations({ transact: persistence.transact, views: persistence.views.siteGenerations });

    it('are 1 for a host that was never purged', async () => {
      const host = aHost();
      expect([...(await generations().current([host]))]).to.deep.equal([[host, 1]]);
      expect([...(await generations().current([]))]).to.deep.equal([]);
    });

    it('count the purges of each host by itself', async () => {
      const [one, other] = [aHost(), aHost()];
      expect([await generations().advance(one), await generations().advance(one), await generations().advance(other)]).to.deep.equal([
        2, 3, 2,
      ]);
      expect([...(await generations().current([other, one]))]).to.deep.equal([
        [other, 2],
        [one, 3],
      ]);
    });

    it('give every one of many purges at once a number of its own', async () => {
      const host = aHost();
      const numbers = await Promise.all(Array.from({ length: 10 }, () => generations().advance(host)));
      expect(numbers.sort((a, b) => a - b)).to.deep.equal([2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    });
  });
}
