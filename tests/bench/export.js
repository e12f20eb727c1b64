import { get } from 'node:http';
import { benchFile, startChild } from './child.js';
import { createDatabase } from './postgres.js';
import { figure, table } from './report.js';

/** The full export of an establishment over HTTP: how long it takes, and the most memory the server has ever had. */
export async function measureSubject({ quick, note }) {
  const records = quick ? 100_000 : 1_000_000;
  const database = await createDatabase();
  try {
    note(`writing ${records} records`);
    const server = await startChild([benchFile('export-server.js'), String(records)], { DATABASE_URL: database.url });
    try {
      note('exporting');
      const found = { ...(await exported(server.ready, records)), ...(await server.ask('memory')) };
      const row = [figure(found.secs), figure(found.megabytes), figure(records / found.secs), figure(found.peakMb)];
      return {
        title: `${records} records over HTTP`,
        text: table(['', 'seconds', 'MB', 'records/s', 'peak RSS MB'], [['export', ...row]]),
        data: { records, ...found },
      };
    } finally {
      await server.stop();
    }
  } finally {
    await database.drop();
  }
}

/** Reads the stream to its end, keeping what stands last. */
async function exported({ port, key }, records) {
  const begun = performance.now();
  const answer = await new Promise((resolve, reject) => {
    get({ port, host: '127.0.0.1', path: '/api/v1/export', headers: { Authorization: `Bearer ${key}` } }, resolve).on('error', reject);
  });
  let bytes = 0;
  let end = '';
  for await (const part of answer) {
    bytes += part.length;
    end = (end + part.toString('latin1')).slice(-10_000);
  }
  const { counts } = JSON.parse(end.trimEnd().split('\n').at(-1));
  if (counts?.attendance_counts !== records) throw new Error(`The export ended with ${end.slice(-200)}`);
  return { secs: (performance.now() - begun) / 1000, megabytes: bytes / 1e6 };
}
