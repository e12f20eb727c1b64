import { benchFile, startChild } from './child.js';
import { spread } from './figures.js';
import { createDatabase } from './postgres.js';
import { megabytes, table, withSpread } from './report.js';
import { loadDemo, startTill, tillEnvironment } from './till.js';

/** From the start of the process to the line that says it serves, with data that is there already. */
export async function measureSubject({ quick, note }) {
  const database = await createDatabase();
  try {
    const embedded = tillEnvironment();
    const onServer = tillEnvironment(database.url);
    note('loading the demonstration');
    await loadDemo(embedded);
    await loadDemo(onServer);
    const contestants = [
      { name: 'node alone', start: () => startChild([benchFile('boot-floor.js')]) },
      { name: 'comptoir serve, PGlite', start: () => startTill(embedded, { probe: 'probe.js' }) },
      { name: 'comptoir serve, PostgreSQL', start: () => startTill(onServer, { probe: 'probe.js' }) },
    ];
    const boots = await bootInTurn(contestants, quick ? 3 : 9, note);
    return { title: 'milliseconds from spawn to the ready line', text: bootTable(boots), data: { boots } };
  } finally {
    await database.drop();
  }
}

async function bootInTurn(contestants, rounds, note) {
  const boots = contestants.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    note(`round ${round + 1} of ${rounds}`);
    for (const [index, { start }] of contestants.entries()) {
      const child = await start();
      const { cpuMicros, rss } = await child.ask({ ask: 'usage' });
      boots[index].push({ ms: child.readyAfterMs, cpuMs: cpuMicros / 1000, rss });
      await child.stop();
    }
  }
  const [floor] = boots;
  return contestants.map(({ name }, index) => ({
    name,
    ms: spread(boots[index].map(({ ms }) => ms)),
    overFloor: spread(boots[index].map(({ ms }, round) => ms / floor[round].ms)),
    cpuMs: spread(boots[index].map(({ cpuMs }) => cpuMs)),
    rss: spread(boots[index].map(({ rss }) => rss)).median,
  }));
}

function bootTable(boots) {
  return table(
    ['what', 'ms', 'ms ÷ node alone', 'CPU ms', 'RSS MB'],
    boots.map(({ name, ms, overFloor, cpuMs, rss }) => [
      name,
      withSpread(ms, 0),
      withSpread(overFloor, 1),
      withSpread(cpuMs, 0),
      megabytes(rss),
    ]),
  );
}
