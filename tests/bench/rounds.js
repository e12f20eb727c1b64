import { spread } from './figures.js';

/**
 * Measures contestants in turn (A B C A B C …), so that whatever else the machine does meets all of them alike, and compares
 * them round by round. A contestant is `{name, isFloor, usage(), run()}`; `run` does the work of one round and resolves with
 * `{count, seconds, p50, p99}`.
 */
export async function compare(contestants, rounds) {
  for (const { run } of contestants) await run();
  const samples = contestants.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, contestant] of contestants.entries()) samples[index].push(await sample(contestant));
  }
  const subject = contestants.findIndex(({ isFloor }) => !isFloor);
  return contestants.map(({ name, isFloor }, index) => ({
    name,
    ...summary(samples[index]),
    subjectOverThis: isFloor ? ratios(samples[subject], samples[index]) : null,
  }));
}

async function sample({ usage, run }) {
  const before = await usage();
  const { count, seconds, p50, p99 } = await run();
  const after = await usage();
  return {
    perSecond: count / seconds,
    p50,
    p99,
    cpuMicros: (after.cpuMicros - before.cpuMicros) / count,
    statements: before.statements === undefined ? null : (after.statements - before.statements) / count,
    rss: after.rss,
  };
}

function summary(samples) {
  return Object.fromEntries(
    Object.keys(samples[0]).map((figure) => [
      figure,
      samples[0][figure] === null ? null : spread(samples.map((each) => each[figure])).median,
    ]),
  );
}

/** Of the two samples of one round, which lie closest in time. */
function ratios(subject, floor) {
  const over = (figure) => spread(subject.map((each, round) => each[figure] / floor[round][figure]));
  return { pace: over('perSecond'), cpu: over('cpuMicros') };
}
