import { benchFile, startChild } from './child.js';
import { spread } from './figures.js';
import { createDatabase } from './postgres.js';
import { figure, table, withSpread } from './report.js';

/** A campaign from the call that sends it to the last mail, handed to a mail server on the same machine. */
export async function measureSubject({ quick, note }) {
  const database = await createDatabase();
  const sink = await startChild([benchFile('campaigns-sink.js')]);
  try {
    const port = String(sink.ready.port);
    const sides = [
      { name: 'nodemailer, a pool in a loop', isFloor: true, child: await startChild([benchFile('campaigns-floor.js'), port]) },
      { name: 'campaign', isFloor: false, child: await startChild([benchFile('campaigns-ours.js'), port], { DATABASE_URL: database.url }) },
    ];
    const recipients = quick ? 2_000 : 10_000;
    const figures = await measureSides(sides, sink, { recipients, rounds: quick ? 3 : 5, note });
    return { title: `a campaign to ${recipients} recipients by SMTP`, text: figuresTable(figures), data: { recipients, figures } };
  } finally {
    await database.drop();
  }
}

/** In turn, as every subject: a round each to warm up, then those that count. */
async function measureSides(sides, sink, { recipients, rounds, note }) {
  const samples = sides.map(() => []);
  for (let round = 0; round <= rounds; round += 1) {
    note(`round ${round}`);
    for (const [index, { child }] of sides.entries()) {
      const sample = await sendAll(sink, child, recipients);
      if (round > 0) samples[index].push(sample);
    }
  }
  const subject = samples[sides.findIndex(({ isFloor }) => !isFloor)];
  const median = (values) => spread(values).median;
  return sides.map(({ name, isFloor }, index) => ({
    name,
    perSecond: median(samples[index].map((each) => each.perSecond)),
    cpuMicros: median(samples[index].map((each) => each.cpuMicros)),
    statements: isFloor ? null : median(samples[index].map((each) => each.statements)),
    subjectOverThis: isFloor ? spread(subject.map(({ perSecond }, round) => perSecond / samples[index][round].perSecond)) : null,
  }));
}

async function sendAll(sink, child, count) {
  await child.ask({ ask: 'fill', count });
  const before = await child.ask({ ask: 'usage' });
  const arrived = sink.ask({ ask: 'expect', count });
  await child.ask({ ask: 'start' });
  const { seconds } = await arrived;
  const after = await child.ask({ ask: 'usage' });
  return {
    perSecond: count / seconds,
    cpuMicros: (after.cpuMicros - before.cpuMicros) / count,
    statements: (after.statements - before.statements) / count,
  };
}

function figuresTable(figures) {
  const rows = figures.map(({ name, perSecond, cpuMicros, statements, subjectOverThis }) => [
    name,
    subjectOverThis === null ? 'subject' : withSpread(subjectOverThis, 2),
    figure(perSecond, 0),
    figure(cpuMicros),
    statements === null ? '–' : figure(statements, 2),
  ]);
  return table(['what', 'pace ÷ this', 'recipients/s', 'CPU µs each', 'SQL each'], rows);
}
