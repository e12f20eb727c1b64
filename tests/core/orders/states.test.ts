import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { FULFILMENT_STEPS } from '@comptoir/core/orders/fulfilment-life.js';
import { PICKUP_STEPS, TICKETING_STEPS } from '@comptoir/core/orders/order.js';
import { expect } from 'chai';

type Steps = Readonly<Record<string, { readonly from: readonly string[]; readonly to: string }>>;

const page = readFileSync(fileURLToPath(new URL('../../../../packages/core/src/orders/STATES.md', import.meta.url)), 'utf8');
const drawings = [...page.matchAll(/```mermaid\n(.*?)```/gs)].map(([, drawing = '']) => drawing);

/** `draft --confirm--> confirmed`, sorted. */
function drawn(drawing: string): string[] {
  return [...drawing.matchAll(/^ {2}(\w+) --> (\w+): (\w+)$/gm)].map(([, from, to, step]) => `${from} --${step}--> ${to}`).sort();
}

function permitted(steps: Steps): string[] {
  return Object.entries(steps)
    .flatMap(([step, { from, to }]) => from.map((state) => `${state} --${step}--> ${to}`))
    .sort();
}

describe('the drawing of an order’s states', () => {
  const [pickedUp = '', sent = '', booked = ''] = drawings;

  it('has every step of an order that is picked up, and no other', () => {
    expect(drawn(pickedUp)).to.deep.equal(permitted(PICKUP_STEPS));
  });

  it('has every step of an order that is sent, and no other', () => {
    expect(drawn(sent)).to.deep.equal(permitted(FULFILMENT_STEPS));
  });

  it('has every step of a booking of tickets, and no other', () => {
    expect(drawn(booked)).to.deep.equal(permitted(TICKETING_STEPS));
  });
});
