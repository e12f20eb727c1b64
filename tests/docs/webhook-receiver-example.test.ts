import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { eventText } from '@comptoir/core/webhook-endpoints/webhook-event.js';
import { expect } from 'chai';
import { Webhook } from 'standardwebhooks';
import { until } from '../adapters-http/until.js';
import { A_SECRET, AN_OLDER_SECRET } from '../suites/link-builders.js';
import { ROOT } from './run-example.js';

const EXAMPLE = 'docs/examples/webhook-receiver.mjs';
const SITE = { tenantId: 't', siteId: 's' };

describe(EXAMPLE, function () {
  this.timeout(30_000);
  let program: ChildProcess;
  let url = '';
  let printed = '';

  before(async () => {
    program = spawn(process.execPath, [EXAMPLE], { cwd: ROOT, env: { SECRET: A_SECRET, PORT: '0' }, stdio: ['ignore', 'pipe', 'inherit'] });
    program.stdout?.on('data', (chunk) => {
      printed += String(chunk);
    });
    await until(() => /port: \d+/.test(printed));
    url = `http://127.0.0.1:${/port: (\d+)/.exec(printed)?.[1]}/`;
  });
  after(async () => {
    program.kill();
    await once(program, 'exit');
  });

  async function send(id: string, secrets: readonly string[], at = new Date()): Promise<number> {
    const body = eventText(SITE, { id, type: 'sale.recorded', at, data: { sale_id: id } });
    const signature = secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' ');
    const headers = { 'webhook-id': id, 'webhook-timestamp': String(Math.floor(at.getTime() / 1000)), 'webhook-signature': signature };
    return (await fetch(url, { method: 'POST', headers, body })).status;
  }

  it('takes what is signed by one of its secrets, each event once', async () => {
    expect(await send('one', [A_SECRET])).to.equal(204);
    expect(await send('one', [A_SECRET])).to.equal(204);
    expect(await send('two', [AN_OLDER_SECRET, A_SECRET])).to.equal(204);
    await until(() => printed.includes('two'));
    const [, ...told] = printed.trim().split('\n');
    expect(told).to.deep.equal(['sale.recorded {"sale_id":"one"}', 'sale.recorded {"sale_id":"two"}']);
  });

  it('takes nothing that somebody else has signed, or that is old', async () => {
    expect(await send('three', [AN_OLDER_SECRET])).to.equal(401);
    expect(await send('four', [A_SECRET], new Date(Date.now() - 400_000))).to.equal(401);
  });
});
