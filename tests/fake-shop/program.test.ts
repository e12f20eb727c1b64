import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { withKey } from './shop-client.js';

const PROGRAM = fileURLToPath(new URL('../support/fake-shop/main.js', import.meta.url));

function started(...args: readonly string[]): ChildProcess & { stdout: NodeJS.ReadableStream; stderr: NodeJS.ReadableStream } {
  return spawn(process.execPath, [PROGRAM, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
}

describe('The program of the fake shop', () => {
  it('says in one line of JSON where it serves, and ends on SIGTERM', async () => {
    const child = started('--orders', '7', '--dialect', '1.7.8', '--json');
    try {
      const [line] = await once(createInterface(child.stdout), 'line');
      const { url, key } = JSON.parse(String(line)) as { url: string; key: string };
      const answer = await fetch(`${url}/api/orders?output_format=JSON`, { headers: withKey(key) });
      expect(answer.headers.get('psws-version')).to.equal('1.7.8.8');
      expect(((await answer.json()) as { orders: unknown[] }).orders).to.have.length(7);
    } finally {
      child.kill('SIGTERM');
    }
    expect(await once(child, 'exit')).to.deep.equal([0, null]);
  });

  it('explains its options, and refuses others', async () => {
    expect(await text(started('--help').stdout)).to.contain('--orders N');
    const wrong = started('--dialect', '2');
    const [said, [code]] = await Promise.all([text(wrong.stderr), once(wrong, 'exit')]);
    expect([said, code]).to.deep.equal(['fake-shop: --dialect is one of 1.6, 1.7.8, 8, 9, not 2.\n', 2]);
  });
});
