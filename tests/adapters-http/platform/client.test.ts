import { expect } from 'chai';
import { call, jsonOf } from '../call.js';
import { closeAll } from '../serve.js';
import { openContexts } from './platform-host.js';

describe('the address of the client', () => {
  afterEach(closeAll);

  const SPOOFED = { 'X-Forwarded-For': '198.51.100.9' };

  async function addressWith(trustProxyHops: number, headers: Readonly<Record<string, string | string[]>>): Promise<unknown> {
    const { origin } = await openContexts({ options: { trustProxyHops } });
    return jsonOf(await call(origin, { headers: { Host: 'platform.example', ...headers } }))['address'];
  }

  it('is that of the connection where no proxy is trusted, whatever headers say', async () => {
    expect(await addressWith(0, {})).to.equal('127.0.0.1');
    for (const name of ['X-Forwarded-For', 'Forwarded', 'X-Real-IP', 'X-Client-IP', 'True-Client-IP', 'CF-Connecting-IP']) {
      expect(await addressWith(0, { [name]: '198.51.100.9' }), name).to.equal('127.0.0.1');
    }
  });

  it('is what the one trusted proxy saw, not what the client told that proxy', async () => {
    expect(await addressWith(1, { 'X-Forwarded-For': '203.0.113.7' })).to.equal('203.0.113.7');
    expect(await addressWith(1, { 'X-Forwarded-For': '198.51.100.9, 203.0.113.7' })).to.equal('203.0.113.7');
    expect(await addressWith(1, { 'X-Forwarded-For': ['198.51.100.9', '203.0.113.7'] })).to.equal('203.0.113.7');
  });

  it('is what the outermost of two trusted proxies saw', async () => {
    expect(await addressWith(2, { 'X-Forwarded-For': '198.51.100.9, 203.0.113.7, 10.0.0.2' })).to.equal('203.0.113.7');
    expect(await addressWith(2, { 'X-Forwarded-For': '203.0.113.7, 10.0.0.2' })).to.equal('203.0.113.7');
  });

  it('is that of the connection when the trusted proxy names none, or what is no address', async () => {
    expect(await addressWith(1, {})).to.equal('127.0.0.1');
    for (const value of ['', 'unknown', 'evil', '203.0.113.7:443', "'; drop table sessions; --"]) {
      expect(await addressWith(1, { ...SPOOFED, 'X-Forwarded-For': value }), value).to.equal('127.0.0.1');
    }
  });

  it('is written as IPv4 where a socket of IPv6 carried it', async () => {
    expect(await addressWith(1, { 'X-Forwarded-For': '::ffff:203.0.113.7' })).to.equal('203.0.113.7');
    expect(await addressWith(1, { 'X-Forwarded-For': '2001:db8::ffff:1' })).to.equal('2001:db8::ffff:1');
  });
});
