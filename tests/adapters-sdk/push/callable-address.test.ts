import { networkInterfaces } from 'node:os';
import { forbiddenReason } from '@comptoir/adapters-sdk/push/callable-address.js';
import { makeOutgoingHttp } from '@comptoir/adapters-sdk/push/outgoing-http.js';
import { expect } from 'chai';

const OWN_PORT = 3080;
const ownPorts = () => new Set([OWN_PORT]);
const STRICT = { allowLoopback: false, ownPorts };
const LENIENT = { allowLoopback: true, ownPorts };

describe('the addresses that the host calls', () => {
  for (const address of ['203.0.113.7', '10.1.2.3', '192.168.1.4', '172.16.0.1', '2001:db8::1', 'fd12:3456::1', '::ffff:203.0.113.7']) {
    it(`include ${address}`, () => {
      expect(forbiddenReason(address, 443, STRICT)).to.equal(null);
    });
  }

  for (const address of [
    '127.0.0.1',
    '127.8.9.10',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::127.0.0.1',
    '64:ff9b::127.0.0.1',
    '2002:7f00:1::',
  ]) {
    it(`include ${address}, this machine, only where that is allowed, and never the ports of the host`, () => {
      expect(forbiddenReason(address, 8080, STRICT)).to.be.a('string');
      expect(forbiddenReason(address, 8080, LENIENT)).to.equal(null);
      expect(forbiddenReason(address, OWN_PORT, LENIENT)).to.be.a('string');
    });
  }

  for (const address of [
    ...['0.0.0.0', '0.1.2.3', '169.254.169.254', '224.0.0.1', '255.255.255.255', '::', 'fe80::1', 'febf::1', 'ff02::1', 'fd00:ec2::254'],
    ...[
      '::ffff:169.254.169.254',
      '::169.254.169.254',
      '64:ff9b::169.254.169.254',
      '2002:a9fe:a9fe::',
      '::ffff:0.0.0.0',
      '64:ff9b::0.0.0.0',
    ],
  ]) {
    it(`never include ${address}`, () => {
      expect(forbiddenReason(address, 443, LENIENT)).to.be.a('string');
    });
  }

  it('do not include the ports of the host on any address of this machine', () => {
    const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
    const callable = own.filter(({ address }) => forbiddenReason(address, 443, LENIENT) === null);
    for (const { address } of callable) expect(forbiddenReason(address, OWN_PORT, LENIENT), address).to.be.a('string');
  });
});

describe('the faults of an address that somebody registers', () => {
  const outgoing = makeOutgoingHttp(STRICT);
  after(() => outgoing.close());

  for (const url of [
    ...[
      'http://127.0.0.1/',
      'http://localhost:8080/',
      'http://a.localhost/',
      'http://LOCALHOST./',
      'http://[::1]/',
      'http://[::ffff:127.0.0.1]/',
    ],
    ...[
      'http://2130706433/',
      'http://0x7f000001/',
      'http://0177.0.0.1/',
      'http://127.1/',
      'http://①②⑦.0.0.1/',
      'http://0/',
      'http://169.254.169.254/',
    ],
    ...['ftp://shop.example/', 'file:///etc/passwd', 'not a url', 'http://ada:secret@shop.example/'],
  ]) {
    it(`are seen in ${url}`, () => {
      expect(outgoing.faultOf(url)).to.be.a('string');
    });
  }

  for (const url of ['https://shop.example/jobs?key=1', 'http://shop.example:8080/', 'http://203.0.113.7/']) {
    it(`are not found in ${url}`, () => {
      expect(outgoing.faultOf(url)).to.equal(null);
    });
  }
});
