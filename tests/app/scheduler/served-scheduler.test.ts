import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { call, jsonOf } from '../../adapters-http/call.js';
import { until } from '../../adapters-http/until.js';
import { endAll, start } from '../program.js';
import { emptyDirectory, removeDirectories } from '../till.js';

const HEADERS = { 'Content-Type': 'application/json', 'X-Sdk-App-Id': 'demo' };

describe('a server with a scheduler', function () {
  this.timeout(60_000);
  afterEach(endAll);
  after(removeDirectories);

  it('runs tasks and commands at their times, and ends with them', async () => {
    const directory = await emptyDirectory();
    const server = start(['serve', '--only', 'sdk,worker'], { COMPTOIR_DATA_DIR: directory, COMPTOIR_ALLOW_COMMANDS: '1' });
    const { sdk = '' } = await server.ready;
    const post = (path: string, body: unknown) =>
      call(`${sdk}/__platform/sdk/scheduler/${path}`, { method: 'POST', headers: HEADERS, body: JSON.stringify(body) });
    const statusOf = async (name: string) => {
      const [run] = (jsonOf(await post('runs', { name })) as { runs: { status: string }[] }).runs;
      return run?.status;
    };

    const command = `sh -c 'cat >> ticks; echo >> ticks'`;
    expect((await post('register', { name: 'note', schedule: '* * * * * *', command, payload: { a: 1 } })).status).to.equal(200);
    expect((await post('register', { name: 'sweep', schedule: '0 3 * * *', task: 'housekeeping' })).status).to.equal(200);
    await post('run_now', { name: 'sweep' });
    await until(async () => (await statusOf('sweep')) === 'succeeded');
    await until(async () => (await readFile(join(directory, 'ticks'), 'utf8').catch(() => '')).split('\n').length > 2);
    await post('register', { name: 'slow', schedule: '0 3 * * *', command: 'sleep 1' });
    await post('run_now', { name: 'slow' });
    await until(async () => (await statusOf('slow')) === 'running');
    server.kill('SIGTERM');
    expect((await server.ended).code).to.equal(0);

    const [first = ''] = (await readFile(join(directory, 'ticks'), 'utf8')).split('\n');
    expect(JSON.parse(first)).to.deep.include({ name: 'note', payload: { a: 1 } });
    const again = start(['serve', '--only', 'sdk'], { COMPTOIR_DATA_DIR: directory });
    const list = jsonOf(await call(`${(await again.ready).sdk}/__platform/sdk/scheduler/list`, { headers: HEADERS })) as {
      entries: { name: string; last_run: { status: string; took_ms: number } }[];
    };
    const slow = list.entries.find(({ name }) => name === 'slow')?.last_run;
    expect(slow?.status).to.equal('succeeded');
    expect(slow?.took_ms).to.be.at.least(1000);
  });
});
