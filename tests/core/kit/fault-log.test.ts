import { fixedClock } from '@comptoir/core/kit/clock.js';
import { makeFaultLog } from '@comptoir/core/kit/fault-log.js';
import { expect } from 'chai';
import { keepingLogger, type LogLine } from '../../adapters-http/log.js';
import { NOON } from '../../suites/builders.js';

const GONE = new Error('database gone');

function aFaultLog() {
  const clock = fixedClock(NOON);
  const lines: LogLine[] = [];
  return { clock, lines, log: makeFaultLog(keepingLogger(lines), clock, 'could not look', { worker: 'till' }) };
}

describe('the log of work that fails', () => {
  it('says at once what is the matter, and then once a minute how often', () => {
    const { log, clock, lines } = aFaultLog();
    for (let second = 0; second < 125; second += 1) {
      log.failed(GONE);
      clock.advance(1_000);
    }
    expect(lines.map(({ level, fields }) => [level, fields['failures'], fields['worker']])).to.deep.equal([
      ['error', 1, 'till'],
      ['error', 61, 'till'],
      ['error', 121, 'till'],
    ]);
    expect(lines[0]?.fields['err']).to.equal(GONE);
  });

  it('says at once when it is something else', () => {
    const { log, lines } = aFaultLog();
    log.failed(GONE);
    log.failed(new Error('disk full'));
    expect(lines).to.have.length(2);
  });

  it('says when it works again, once, and nothing while it works', () => {
    const { log, lines } = aFaultLog();
    log.worked();
    log.failed(GONE);
    log.failed(GONE);
    log.worked();
    log.worked();
    expect(lines.map(({ level, fields }) => [level, fields['failures']])).to.deep.equal([
      ['error', 1],
      ['info', 2],
    ]);
    log.failed(GONE);
    expect(lines.at(-1)?.fields['failures']).to.equal(1);
  });
});
