import { readFileSync } from 'node:fs';
import { RETURN_STATES, RETURN_STEPS } from '@comptoir/core/settlement/goods-return.js';
import { PARCEL_STATES, PARCEL_STEPS } from '@comptoir/core/settlement/parcel.js';
import { RECORDED_STATUSES, RECORDED_STEPS } from '@comptoir/core/settlement/recorded-payment.js';
import { expect } from 'chai';

const DRAWN = readFileSync(new URL('../../../../packages/core/src/settlement/STATES.md', import.meta.url), 'utf8');

/** The arrows of one diagram, as `from --> to: step`. */
function arrowsOf(heading: string): readonly string[] {
  const [, section = ''] = DRAWN.split(`\n## ${heading}\n`);
  const [, diagram = ''] = section.split('```');
  return diagram.split('\n').flatMap((line) => (line.includes('-->') ? [line.trim()] : []));
}

type Steps = Readonly<Record<string, { readonly from: readonly string[]; readonly to: string }>>;

function arrowsIn(steps: Steps, states: readonly string[]): readonly string[] {
  const moves = Object.entries(steps).flatMap(([step, { from, to }]) => from.map((state) => `${state} --> ${to}: ${step}`));
  const ends = states.filter((state) => !Object.values(steps).some(({ from }) => from.includes(state)));
  return [...moves, ...ends.map((state) => `${state} --> [*]`)];
}

const LIVES = [
  ['Recorded money', RECORDED_STEPS, RECORDED_STATUSES],
  ['Parcels', PARCEL_STEPS, PARCEL_STATES],
  ['Returns', RETURN_STEPS, RETURN_STATES],
] as const;

describe('the drawn lives of what belongs to an order', () => {
  for (const [heading, steps, states] of LIVES) {
    it(`are those of the table: ${heading.toLowerCase()}`, () => {
      const drawn = arrowsOf(heading).filter((arrow) => !arrow.startsWith('[*]'));
      expect(drawn).to.have.members(arrowsIn(steps, states));
    });

    it(`begin in states that exist: ${heading.toLowerCase()}`, () => {
      const begins = arrowsOf(heading).flatMap((arrow) => /^\[\*\] --> (\w+):/.exec(arrow)?.[1] ?? []);
      expect(begins).to.not.be.empty;
      expect(states).to.include.members(begins);
    });
  }
});
