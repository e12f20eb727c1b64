import { BlockList, isIP } from 'node:net';
import { isNetwork, isWithin } from '@comptoir/core/api-keys/network.js';
import { expect } from 'chai';
import fc from 'fast-check';

describe('networks', () => {
  for (const text of [
    '0.0.0.0/0',
    '203.0.113.0/24',
    '203.0.113.7/32',
    '::/0',
    '2001:db8::/32',
    '::1/128',
    'FE80::/10',
    '::ffff:10.0.0.0/104',
  ]) {
    it(`takes ${text}`, () => {
      expect(isNetwork(text)).to.equal(true);
    });
  }

  for (const text of [
    '',
    '/',
    '203.0.113.0',
    '203.0.113.0/',
    '203.0.113.0/33',
    '203.0.113.0/024',
    '203.0.113.0/-1',
    '203.0.113.0/24/24',
    '203.0.113.1/24',
    '203.0.113/24',
    '203.0.113.256/32',
    '0203.0.113.0/24',
    '0x7f.0.0.1/32',
    '2001:db8::1/32',
    '2001:db8::/129',
    '2001::db8::/32',
    '1:2:3:4:5:6:7:8:9/128',
    '1:2:3:4:5:6:7::8/128',
    ':1:2:3:4:5:6:7/128',
    '1:2:3:4:5:6:7:/128',
    ':::/128',
    '12345::/16',
    'fe80::%eth0/64',
    '::ffff:203.0.113/128',
    '::ffff:203.0.113.0:1/128',
    '203.0.113.0 /24',
    'localhost/32',
  ]) {
    it(`refuses ${JSON.stringify(text)}`, () => {
      expect(isNetwork(text)).to.equal(false);
    });
  }

  const CASES: readonly (readonly [address: string, network: string, within: boolean])[] = [
    ['203.0.113.0', '203.0.113.0/24', true],
    ['203.0.113.255', '203.0.113.0/24', true],
    ['203.0.114.0', '203.0.113.0/24', false],
    ['255.255.255.255', '0.0.0.0/0', true],
    ['128.0.0.0', '0.0.0.0/1', false],
    ['2001:db8:ffff::1', '2001:db8::/32', true],
    ['2001:db9::', '2001:db8::/32', false],
    ['::', '::/0', true],
    ['::ffff:203.0.113.9', '203.0.113.0/24', true],
    ['::FFFF:cb00:7109', '203.0.113.0/24', true],
    ['203.0.113.9', '::ffff:203.0.113.0/120', true],
    ['203.0.113.9', '::/0', false],
    ['::1', '0.0.0.0/0', false],
    ['::203.0.113.9', '203.0.113.0/24', false],
    ['fe80::1%eth0', 'fe80::/10', true],
    ['203.0.113.9%eth0', '203.0.113.0/24', false],
    ['', '0.0.0.0/0', false],
    ['local', '0.0.0.0/0', false],
    ['0x7f000001', '0.0.0.0/0', false],
    ['203.0.113.9', 'no network', false],
  ];
  for (const [address, network, within] of CASES) {
    it(`${JSON.stringify(address)} is ${within ? 'within' : 'outside'} ${network}`, () => {
      expect(isWithin(address, [network])).to.equal(within);
    });
  }

  it('needs one of several', () => {
    expect(isWithin('203.0.113.9', ['10.0.0.0/8', '203.0.113.0/24'])).to.equal(true);
    expect(isWithin('203.0.113.9', [])).to.equal(false);
  });

  it('holds exactly what the system’s own list holds, for any address and network', () => {
    const v4 = fc.tuple(fc.ipV4(), fc.ipV4(), fc.integer({ min: 0, max: 32 }));
    const v6 = fc.tuple(fc.ipV6(), fc.ipV6(), fc.integer({ min: 0, max: 128 }));
    fc.assert(
      fc.property(fc.oneof(v4, v6), ([address, near, prefix]) => {
        const base = startOf(near, prefix);
        const list = new BlockList();
        list.addSubnet(base, prefix, isIP(base) === 4 ? 'ipv4' : 'ipv6');
        return (
          isNetwork(`${base}/${prefix}`) &&
          isWithin(address, [`${base}/${prefix}`]) === list.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6')
        );
      }),
      { numRuns: 500 },
    );
  });

  it('holds each address it starts from', () => {
    const any = fc.oneof(fc.tuple(fc.ipV4(), fc.integer({ min: 0, max: 32 })), fc.tuple(fc.ipV6(), fc.integer({ min: 0, max: 128 })));
    fc.assert(fc.property(any, ([address, prefix]) => isWithin(address, [`${startOf(address, prefix)}/${prefix}`])));
  });
});

/** The first address of the network of this length that the address is in; by text and bit strings, unlike what is tested. */
function startOf(address: string, prefix: number): string {
  const v4 = isIP(address) === 4;
  const [groups, width] = v4 ? [address.split('.').map(Number), 8] : [groupsOf(address), 16];
  const bits = groups.map((group) => group.toString(2).padStart(width, '0')).join('');
  const kept = bits.slice(0, prefix).padEnd(bits.length, '0');
  const numbers = groups.map((_, index) => Number.parseInt(kept.slice(index * width, (index + 1) * width), 2));
  return v4 ? numbers.join('.') : numbers.map((group) => group.toString(16)).join(':');
}

function groupsOf(address: string): number[] {
  // The host part of a URL is written in full canonical form, IPv4 tails included.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::').map((half) => (half === '' ? [] : half.split(':')));
  const groups = tail === undefined ? [...head] : [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => '0'), ...tail];
  return groups.map((group) => Number.parseInt(group, 16));
}
