import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { commonDirectives } from '@comptoir/adapters-sdk/nginx/common-directives.js';
import { line, serialize, UnsafeValue } from '@comptoir/adapters-sdk/nginx/directives.js';
import type { Dialect } from '@comptoir/adapters-sdk/nginx/nginx-options.js';
import { proxyTarget } from '@comptoir/adapters-sdk/nginx/proxy-target.js';
import { siteDirectives } from '@comptoir/adapters-sdk/nginx/site-directives.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import { domainOf } from '@comptoir/core/vhosts/host-name.js';
import type { SiteTarget, Vhost } from '@comptoir/core/vhosts/vhost.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { aVhost } from '../../suites/vhost-builders.js';
import { aNginx } from '../../support/nginx.js';
import { type ReadDirective, readNginx } from './nginx-tree.js';

const TIME_LIMIT_MS = 60_000;
const RUNS = 10_000;

const DIALECT: Dialect = {
  ports: { http: 80, https: 443 },
  ipv6: true,
  sdkOrigin: 'http://127.0.0.1:3080',
  edgePort: 8444,
  http2Directive: false,
  resolvers: ['192.0.2.53', '[2001:db8::53]'],
};

/** What configurations have been broken out of with, among harmless text. */
const FRAGMENTS = [
  ';',
  '{',
  '}',
  '#',
  '"',
  "'",
  '\\',
  '$',
  '${',
  '$host',
  '\n',
  '\r\n',
  '\t',
  ' ',
  '\0',
  '\u2028',
  '`',
  '|',
  '(',
  ')',
  '~',
  '^',
  '*',
  '%0a',
  '..',
  '//',
  '@',
  'return 200 pwned;',
  '} server { listen 1; ',
  'include /etc/passwd;',
  '\nload_module /tmp/x.so;',
  'ssl_engine x;',
  'a',
  'b.example',
  '/srv/a',
  ':80',
  '[::1]',
  '::1',
  '0.0.0.0',
  'é',
  '\ud800',
];
const word = fc.oneof(
  fc.array(fc.constantFrom(...FRAGMENTS), { minLength: 1, maxLength: 5 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }),
  fc.stringMatching(/^[a-z0-9][a-z0-9.-]{0,20}$/),
  fc.stringMatching(/^\/[A-Za-z0-9._/-]{1,30}$/),
);

/** The values of a vhost that come from an app, one word each. */
const VALUES = ['domain', 'alias', 'certPath', 'keyPath', 'root', 'socket', 'host'] as const;
type Values = Readonly<Record<(typeof VALUES)[number], string>>;
const MARKERS: Values = {
  domain: 'MARKER0.example',
  alias: 'MARKER1.example',
  certPath: '/MARKER2',
  keyPath: '/MARKER3',
  root: '/MARKER4',
  socket: '/MARKER5',
  host: 'MARKER6.example',
};
/** Markers in the place of a host, which is written differently when it is an address. */
const HOST_MARKERS = { 0: MARKERS.host, 4: '192.0.2.6', 6: '2001:db8::6' };
const KINDS = ['static', 'proxy', 'php', 'placeholder'] as const;

function vhostOf({ domain, alias, certPath, keyPath, ...target }: Values, kind: SiteTarget['kind']): Vhost {
  return aVhost({ domain, aliases: [alias], certPath, keyPath, target: targetOf(target, kind) });
}

function targetOf({ root, socket, host }: Pick<Values, 'root' | 'socket' | 'host'>, kind: SiteTarget['kind']): SiteTarget {
  switch (kind) {
    case 'static':
      return { kind, root };
    case 'proxy':
      return { kind, scheme: 'http', host, port: 4000 };
    case 'php':
      return { kind, root, socket };
    case 'placeholder':
      return { kind };
  }
}

const textOf = (values: Values, kind: SiteTarget['kind']) => serialize(siteDirectives(vhostOf(values, kind), DIALECT));

function markersFor(values: Values): Values {
  return { ...MARKERS, host: HOST_MARKERS[isIP(values.host) as keyof typeof HOST_MARKERS] };
}

/** The tree that was meant: that of the markers, with the values in their place. */
function meant(directives: readonly ReadDirective[], markers: Values, values: Values): readonly ReadDirective[] {
  return directives.map(({ words, block }) => ({
    words: words.map((each) => VALUES.reduce((text, name) => text.replaceAll(markers[name], () => values[name]), each)),
    block: block === null ? null : meant(block, markers, values),
  }));
}

describe('the configuration that is written for nginx', function () {
  this.timeout(TIME_LIMIT_MS);

  it('holds values and nothing that they could bring along, whatever they are', () => {
    const shapes = new Map(
      Object.values(HOST_MARKERS).flatMap((host) =>
        KINDS.map((kind) => [`${kind} ${host}`, readNginx(textOf({ ...MARKERS, host }, kind))] as const),
      ),
    );
    let written = 0;
    const values = fc.record({ domain: word, alias: word, certPath: word, keyPath: word, root: word, socket: word, host: word });
    const oneHostile = fc
      .tuple(fc.constantFrom(...VALUES), word)
      .map(([name, value]): Values => ({ ...MARKERS, domain: 'a.example', [name]: value }));
    const property = fc.property(fc.oneof(values, oneHostile), fc.constantFrom(...KINDS), (given, kind) => {
      const text = unlessUnsafe(() => textOf(given, kind));
      if (text === null) return;
      written += 1;
      // As text: comparing ten thousand trees member by member takes most of the time.
      const markers = markersFor(given);
      const shape = shapes.get(`${kind} ${markers.host}`) ?? [];
      expect(JSON.stringify(readNginx(text))).to.equal(JSON.stringify(meant(shape, markers, given)));
    });
    fc.assert(property, { numRuns: RUNS });
    expect(written).to.be.greaterThan(RUNS / 20);
  });

  it('has no value that is empty or more than a word', () => {
    for (const value of ['', ' ', 'a b', 'a;', 'a\n', '$a', '"', '{', '#']) {
      expect(() => line`root ${value}`, value).to.throw(UnsafeValue);
      expect(() => line`server_name ${['a.example', value]}`, value).to.throw(UnsafeValue);
    }
    expect(() => line`server_name ${[]}`).to.throw(UnsafeValue);
  });

  it('speaks HTTP/2 as the version of nginx has it, and IPv6 where there is some', () => {
    const listening = (dialect: Dialect) => serialize(siteDirectives(aVhost(), dialect)).match(/(?:listen|http2) .*;/g);
    expect(listening(DIALECT)).to.deep.equal(['listen 80;', 'listen [::]:80;', 'listen 443 ssl http2;', 'listen [::]:443 ssl http2;']);
    expect(listening({ ...DIALECT, http2Directive: true, ipv6: false })).to.deep.equal(['listen 80;', 'listen 443 ssl;', 'http2 on;']);
  });

  it('only gets names and addresses that can be written', () => {
    const given = fc.oneof(
      word,
      word.map((text) => `http://${text}`),
      word.map((text) => `http://127.0.0.1:4000${text}`),
    );
    const property = fc.property(given, (text) => {
      const domain = unlessRefused(() => domainOf(text, domainToASCII));
      if (domain !== null) {
        expect(domain).to.match(/^[a-z0-9.-]{1,230}$/);
        expect(domainOf(domain, domainToASCII)).to.equal(domain);
      }
      const target = unlessRefused(() => proxyTarget(text, { sdkPort: 3080, resolvers: DIALECT.resolvers }));
      if (target !== null) expect(serialize(siteDirectives(aVhost({ target }), DIALECT))).to.include(`:${target.port};`);
    });
    fc.assert(property, { numRuns: RUNS });
  });

  it('is what nginx accepts', async function () {
    const nginx = await aNginx(this);
    const dialect = { ...DIALECT, ports: nginx.options.ports, ipv6: false };
    const hosts = fc.sample(fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?(\.[a-z0-9]{1,20}){1,4}$/), 400);
    const sites = [...new Set(hosts)].flatMap((domain, index) => {
      const values = { ...MARKERS, domain, alias: `alias-${index}.example` };
      return siteDirectives(vhostOf(values, KINDS[index % KINDS.length] ?? 'static'), dialect);
    });
    const { files } = nginx.webServer;
    await files.put({ name: '_default.comptoir.conf', text: serialize(commonDirectives(dialect, null)) });
    await files.put({ name: 'all.example.comptoir.conf', text: serialize(sites) });
    const outcome = await nginx.webServer.test();
    await nginx.close();
    expect(outcome).to.deep.equal({ ok: true, conflicts: new Set() });
  });
});

function unlessUnsafe<Result>(work: () => Result): Result | null {
  try {
    return work();
  } catch (error) {
    if (error instanceof UnsafeValue) return null;
    throw error;
  }
}

function unlessRefused<Result>(work: () => Result): Result | null {
  try {
    return work();
  } catch (error) {
    if (error instanceof DomainError && error.code === 'invalid_request') return null;
    throw error;
  }
}
