import { type SchedulerWorkerOptions, startScheduler } from '@comptoir/app/scheduler-worker.js';
import { silentLogger } from '@comptoir/core/kit/logger.js';
import { makeSignals } from '@comptoir/core/kit/signals.js';
import type { Ticker, Turn } from '@comptoir/core/scheduler/ticker.js';
import { expect } from 'chai';
import { deferred } from '../../adapters-http/deferred.js';
import { keepingLogger, type LogLine } from '../../adapters-http/log.js';
import { until } from '../../adapters-http/until.js';

const IDLE: Turn = { more: false, nextDueAt: null };

/** A ticker whose turns the test writes; the last one goes on for ever. */
function aTicker(turns: readonly (() => Turn | Promise<Turn>)[], changes: Partial<Ticker> = {}) {
  const taken: number[] = [];
  const ticker: Ticker = {
    async turn() {
      const turn = turns[Math.min(taken.length, turns.length - 1)];
      taken.push(performance.now());
      return turn?.() ?? IDLE;
    },
    idle: async () => undefined,
    abandon: async () => undefined,
    ...changes,
  };
  return { ticker, taken };
}

const between = (taken: readonly number[]) => Number(taken[1]) - Number(taken[0]);

/** A worker that looks by itself so rarely that whatever happens before was for another reason. */
const start = (ticker: Ticker, options: Partial<SchedulerWorkerOptions> = {}) =>
  startScheduler(ticker, { logger: silentLogger, signals: makeSignals(), lookEveryMs: 60_000, ...options });

describe('the worker that runs schedules', () => {
  it('takes the next turn when the next tick is due', async () => {
    const { ticker, taken } = aTicker([() => ({ more: false, nextDueAt: new Date(Date.now() + 100) }), () => IDLE]);
    const worker = start(ticker);
    await until(() => taken.length >= 2);
    expect(between(taken)).to.be.at.least(95);
    await worker.stop();
  });

  it('looks again by itself when it knows of none', async () => {
    const { ticker, taken } = aTicker([() => IDLE]);
    const worker = start(ticker, { lookEveryMs: 50 });
    await until(() => taken.length >= 2);
    expect(between(taken)).to.be.at.least(45);
    await worker.stop();
  });

  it('takes the next turn at once when there is more, or when a schedule is registered here', async () => {
    const { ticker, taken } = aTicker([() => ({ more: true, nextDueAt: null }), () => IDLE]);
    const signals = makeSignals();
    const worker = start(ticker, { signals });
    await until(() => taken.length >= 2);
    signals.send({ kind: 'key-changed', keyId: '1' });
    signals.send({ kind: 'schedule-due' });
    await until(() => taken.length >= 3);
    await worker.stop();
  });

  it('does not forget a registration that comes during a turn', async () => {
    const [entered, goOn] = [deferred(), deferred()];
    const first = async () => {
      entered.resolve();
      await goOn.promise;
      return IDLE;
    };
    const { ticker, taken } = aTicker([first, () => IDLE]);
    const signals = makeSignals();
    const worker = start(ticker, { signals });
    await entered.promise;
    signals.send({ kind: 'schedule-due' });
    goOn.resolve();
    await until(() => taken.length >= 2);
    await worker.stop();
  });

  it('goes on after a turn that fails', async () => {
    const { ticker, taken } = aTicker([() => Promise.reject(new Error('database gone')), () => IDLE]);
    const worker = start(ticker, { lookEveryMs: 20 });
    await until(() => taken.length >= 2);
    await worker.stop();
  });

  it('logs a fault that goes on only once, and that it is over', async () => {
    const lines: LogLine[] = [];
    const failing = () => Promise.reject(new Error('database gone'));
    const { ticker, taken } = aTicker([failing, failing, failing, failing, failing, () => IDLE]);
    const worker = start(ticker, { logger: keepingLogger(lines), lookEveryMs: 5 });
    await until(() => taken.length >= 8);
    await worker.stop();
    expect(lines.map(({ level, fields }) => [level, fields['failures']])).to.deep.equal([
      ['error', 1],
      ['info', 5],
    ]);
  });

  it('waits for what is running when it stops, and takes no more turns', async () => {
    const ending = deferred();
    let abandoned = false;
    const { ticker, taken } = aTicker([() => IDLE], {
      idle: () => ending.promise,
      abandon: async () => {
        abandoned = true;
      },
    });
    const signals = makeSignals();
    const worker = start(ticker, { signals, patienceMs: 60_000 });
    const stopping = worker.stop();
    signals.send({ kind: 'schedule-due' });
    ending.resolve();
    await stopping;
    expect(taken).to.have.length(1);
    expect(abandoned).to.equal(false);
  });

  it('hands over what takes too long to end', async () => {
    let abandoned = false;
    const { ticker } = aTicker([() => IDLE], {
      idle: () => new Promise(() => undefined),
      abandon: async () => {
        abandoned = true;
      },
    });
    await start(ticker, { patienceMs: 20 }).stop();
    expect(abandoned).to.equal(true);
  });
});
