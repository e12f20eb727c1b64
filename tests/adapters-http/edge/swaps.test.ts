import { Agent, request } from 'node:http';
import { expect } from 'chai';
import { closeSites, HOST, openSite, type SiteBench } from './site-bench.js';

/** `COMPTOIR_EDGE_SWAPS=1000` for the long run. */
const SWAPS = Number(process.env['COMPTOIR_EDGE_SWAPS'] ?? 20);
const CALLERS = 8;

const routeSaying = (generation: number) => `export const GET = () => new Response('${generation}');`;

interface Said {
  readonly status: number;
  readonly header: number;
  readonly body: number;
}

/** `fetch` cannot send a `Host`, and a connection for each call is no load. */
function ask({ origin }: SiteBench, agent: Agent): Promise<Said> {
  return new Promise((resolve, reject) => {
    request(`${origin}/value`, { agent, headers: { Host: HOST } }, (answer) => {
      let body = '';
      answer.setEncoding('utf8');
      answer.on('data', (text: string) => {
        body += text;
      });
      answer.on('error', reject);
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, header: Number(answer.headers['x-comptoir-generation']), body: Number(body) }),
      );
    })
      .on('error', reject)
      .end();
  });
}

describe('a site that is purged while it is asked', () => {
  afterEach(closeSites);

  it(`never gives a wrong answer in ${SWAPS} swaps: each is whole, and none is older than a purge that was over before`, async () => {
    const bench = await openSite({ 'routes/value.ts': routeSaying(1) });
    await bench.get('/value');
    const agent = new Agent({ keepAlive: true, maxSockets: CALLERS });
    let purged = 1;
    let isOver = false;
    let answers = 0;

    async function keepAsking(): Promise<void> {
      while (!isOver) {
        const atLeast = purged;
        const { status, header, body } = await ask(bench, agent);
        expect(status).to.equal(200);
        expect(body).to.equal(header).and.to.be.at.least(atLeast);
        answers += 1;
      }
    }

    async function keepPurging(): Promise<void> {
      for (let generation = 2; generation <= SWAPS + 1; generation += 1) {
        await bench.write({ 'routes/value.ts': routeSaying(generation) });
        expect(await bench.purge()).to.include({ evicted: true, generation });
        purged = generation;
      }
    }

    const asking = Promise.all(Array.from({ length: CALLERS }, keepAsking));
    await keepPurging().finally(() => {
      isOver = true;
    });
    await asking;
    agent.destroy();
    expect(answers).to.be.above(SWAPS);
  }).timeout(30_000 + SWAPS * 500);
});
