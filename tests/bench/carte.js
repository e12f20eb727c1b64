import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { benchFile, scratch, startChild } from './child.js';
import { comparedTable } from './report.js';
import { compare } from './rounds.js';

/** `GET /api/carte` against servers that do nothing but send the same bytes. */
export function measureSubject(run) {
  return measureAnswer('/api/carte?slug=chez-lucie', ['storefront'], run);
}

/** What `carte-server.js` answers with these arguments, against servers that do nothing but send the same bytes. */
export async function measureAnswer(path, args, { quick, note }) {
  const load = await startChild([benchFile('load.js')]);
  const storefront = await startChild([benchFile('carte-server.js'), ...args]);
  const answer = await answerOf(storefront.ready.port, path);
  const answerFile = join(scratch, 'carte.json');
  await writeFile(answerFile, JSON.stringify(answer));
  const servers = [
    { name: 'bare node:http', isFloor: true, server: await startChild([benchFile('carte-server.js'), 'bare', answerFile]) },
    { name: 'Koa 3, static', isFloor: true, server: await startChild([benchFile('carte-server.js'), 'koa', answerFile]) },
    { name: 'storefront', isFloor: false, server: storefront },
  ];
  const cases = [];
  for (const each of casesOf(answer, path)) {
    note(each.name);
    const contestants = servers.map(({ name, isFloor, server }) => ({
      name,
      isFloor,
      usage: () => server.ask({ ask: 'usage' }),
      run: () => load.ask({ ...each.job, port: server.ready.port, ms: quick ? 300 : 1500 }),
    }));
    cases.push({ name: each.name, contestants: await compare(contestants, quick ? 3 : 7) });
  }
  for (const { server } of servers) await server.stop();
  await load.stop();
  return {
    title: `GET ${path}, ${Buffer.byteLength(answer.text)} bytes, in memory`,
    text: comparedTable(cases),
    data: { bytes: Buffer.byteLength(answer.text), cases },
  };
}

async function answerOf(port, path) {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'Accept-Encoding': 'identity' } });
  if (!response.ok) throw new Error(`the storefront answers ${response.status}`);
  return { type: response.headers.get('content-type'), etag: response.headers.get('etag'), text: await response.text() };
}

function casesOf({ etag }, path) {
  const plain = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: comptoir-bench\r\n\r\n`;
  const conditional = plain.replace('\r\n\r\n', `\r\nIf-None-Match: ${etag}\r\n\r\n`);
  return [
    ...[1, 16, 64].map((connections) => ({ name: `${connections} conn.`, job: { connections, requests: [plain], status: 200 } })),
    { name: '16 conn., 304', job: { connections: 16, requests: [conditional], status: 304 } },
  ];
}
