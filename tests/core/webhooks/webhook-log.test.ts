import { readFileSync } from 'node:fs';
import {
  ATTEMPTS_MAX,
  afterFailure,
  afterImport,
  afterWebhookStep,
  processingMs,
  WEBHOOK_STATES,
  WEBHOOK_STEPS,
  type WebhookState,
  type WebhookStep,
} from '@comptoir/core/webhooks/webhook-log.js';
import { expect } from 'chai';
import { NOON } from '../../suites/builders.js';
import { refusalOf } from '../../suites/suite.js';

const DRAWING = readFileSync(new URL('../../../../packages/core/src/webhooks/STATES.md', import.meta.url), 'utf8');
const drawn = [...DRAWING.matchAll(/^ {2}(\w+) --> (\w+): (\w+)$/gm)].map(([, from, to, step]) => `${from} ${step} ${to}`);
const secsOf = (to: Date) => (to.getTime() - NOON.getTime()) / 1000;

describe('the states of a webhook log entry', () => {
  it('are drawn as they are, and refuse what is not drawn', async () => {
    const taken: string[] = [];
    for (const state of WEBHOOK_STATES) for (const step of WEBHOOK_STEPS) taken.push(...(await tryStep(state, step)));

    expect(taken).to.have.members(drawn);
  });

  async function tryStep(state: WebhookState, step: WebhookStep): Promise<readonly string[]> {
    if (drawn.some((arrow) => arrow.startsWith(`${state} ${step} `))) return [`${state} ${step} ${afterWebhookStep(state, step)}`];
    const refusal = await refusalOf(() => afterWebhookStep(state, step));
    expect(refusal).to.deep.include({ code: 'invalid_transition', facts: { status: state, step } });
    return [];
  }

  it('tells how long the last attempt took, once it has ended', () => {
    expect(processingMs({ startedAt: NOON, finishedAt: new Date(NOON.getTime() + 80) })).to.equal(80);
    expect(processingMs({ startedAt: NOON, finishedAt: null })).to.equal(null);
    expect(processingMs({ startedAt: null, finishedAt: null })).to.equal(null);
  });
});

describe('an event whose attempt failed', () => {
  const settled = (attempts: number, retryAfterSecs: number | null = null) =>
    afterFailure({ id: 'e', attempts }, 'No.', retryAfterSecs, NOON);
  const waitOf = (attempts: number, retryAfterSecs: number | null = null) => {
    const settlement = settled(attempts, retryAfterSecs);
    return settlement.kind === 'again' ? secsOf(settlement.dueAt) : null;
  };

  it('is tried again with waits that double, to an hour at most', () => {
    expect([1, 2, 3, 8, 9].map((attempts) => waitOf(attempts))).to.deep.equal([15, 30, 60, 1920, 3600]);
  });

  it('waits as long as the shop asks for, an hour at most', () => {
    expect([waitOf(1, 120), waitOf(1, 5), waitOf(1, 90_000)]).to.deep.equal([120, 15, 3600]);
  });

  it('has failed after its last attempt, with the reason', () => {
    expect(settled(ATTEMPTS_MAX)).to.deep.equal({ id: 'e', kind: 'failed', reason: 'No.' });
  });
});

describe('an event whose record was imported', () => {
  const record = { externalId: '7', localId: null, reason: null };

  it('is completed as what became of it', () => {
    const resultOf = (result: 'imported' | 'gone' | 'skipped') => afterImport('e', { ...record, result });
    expect(resultOf('imported')).to.deep.equal({ id: 'e', kind: 'completed', result: 'imported' });
    expect(resultOf('gone')).to.deep.equal({ id: 'e', kind: 'completed', result: 'gone' });
    expect(resultOf('skipped')).to.deep.equal({ id: 'e', kind: 'completed', result: 'ignored' });
    expect(afterImport('e', undefined)).to.deep.equal({ id: 'e', kind: 'completed', result: 'ignored' });
  });

  it('has failed when the record is in quarantine, with why it is there', () => {
    const settlement = afterImport('e', { ...record, result: 'quarantined', reason: 'A line has no quantity.' });
    expect(settlement).to.deep.equal({ id: 'e', kind: 'failed', reason: 'A line has no quantity.' });
  });
});
