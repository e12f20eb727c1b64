import { parseHost, requestHost } from '@comptoir/adapters-http/kit/host-header.js';
import { makeHostApp } from '@comptoir/adapters-http/kit/koa-app.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { rawCall, rawStatus } from '../call.js';
import { closeAll, serve } from '../serve.js';
import { hostOptions } from './host.js';

describe('a host name with or without port', () => {
  const read: Record<string, readonly [name: string, authority: string]> = {
    'lucie.example': ['lucie.example', 'lucie.example'],
    'Lucie.EXAMPLE:8443': ['lucie.example', 'lucie.example:8443'],
    'lucie.example.': ['lucie.example', 'lucie.example'],
    'lucie.example.:80': ['lucie.example', 'lucie.example:80'],
    localhost: ['localhost', 'localhost'],
    '127.0.0.1:3001': ['127.0.0.1', '127.0.0.1:3001'],
    '[::1]': ['[::1]', '[::1]'],
    '[2001:DB8::1]:3001': ['[2001:db8::1]', '[2001:db8::1]:3001'],
    'xn--caf-dma.example': ['xn--caf-dma.example', 'xn--caf-dma.example'],
  };
  for (const [text, [name, authority]] of Object.entries(read)) {
    it(`is read from "${text}"`, () => {
      expect(parseHost(text)).to.deep.equal({ name, authority });
    });
  }

  for (const text of [
    ...[
      '',
      '.',
      ':80',
      '..',
      'lucie.example..',
      '.lucie.example',
      'lucie..example',
      'lucie.example:',
      'lucie.example:x',
      'lucie.example:123456',
    ],
    ...['a.example:80@evil.example', 'user@a.example', 'a.example, evil.example', 'a.example,evil.example', 'a.example evil.example'],
    ...[
      'a.example/evil',
      '/evil',
      'a.example?x',
      'a.example#x',
      'a.example\\evil',
      'a.example%00',
      '%00',
      'a.example\u0000',
      'a.example\n',
    ],
    ...['[::1', '::1', '[::1]x', '[::1].', '[::g]', '[1.2.3.4]', '[]', 'http://a.example', 'café.example', 'ａ.example', '*.example'],
    `${'a'.repeat(300)}.example`,
  ]) {
    it(`is not read from ${JSON.stringify(text.slice(0, 40))}`, () => {
      expect(parseHost(text)).to.equal(null);
    });
  }

  it('is made of nothing but harmless characters, and reads the same when it is read again', () => {
    const parts = fc.constantFrom(
      'a',
      'Z',
      '0',
      '-',
      '.',
      ':',
      '80',
      '@',
      ',',
      '/',
      '\\',
      '%00',
      '[',
      ']',
      '::1',
      ' ',
      'evil.example',
      '\u0000',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(parts, { maxLength: 8 }).map((all) => all.join('')),
        ),
        (text) => {
          const host = parseHost(text);
          if (host === null) return;
          expect(host.authority).to.match(/^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d+)?$/);
          expect(host.authority.startsWith(host.name)).to.equal(true);
          expect(host.name).not.to.match(/\.$|^\.|\.\./);
          expect(parseHost(host.authority)).to.deep.equal(host);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe('the host of a request', () => {
  afterEach(closeAll);

  async function ask(target: string, ...headers: string[]): Promise<string> {
    const app = makeHostApp('tests', hostOptions());
    app.use((ctx) => {
      ctx.body = requestHost(ctx).authority;
    });
    const origin = await serve(app.callback());
    return rawCall(origin, [`GET ${target} HTTP/1.1`, ...headers, 'Connection: close', '', ''].join('\r\n'));
  }

  it('is the one the header names', async () => {
    expect(await ask('/', 'Host: Lucie.example.:8443')).to.match(/^HTTP\/1.1 200 .*\r\n\r\nlucie\.example:8443$/s);
  });

  for (const [target, header] of [
    ['http://lucie.example/x', 'lucie.example'],
    ['http://LUCIE.example:80/x', 'lucie.example'],
    ['https://lucie.example/x', 'lucie.example:443'],
    ['http://lucie.example:8080?x', 'lucie.example:8080'],
  ] as const) {
    it(`agrees with the target ${target} when the header says ${header}`, async () => {
      expect(rawStatus(await ask(target, `Host: ${header}`))).to.equal(200);
    });
  }

  const attacks: Record<string, readonly [target: string, ...headers: string[]]> = {
    'two hosts': ['/', 'Host: a.example', 'Host: evil.example'],
    'the same host twice': ['/', 'Host: a.example', 'Host: a.example'],
    'two hosts in one header': ['/', 'Host: a.example, evil.example'],
    'a host with a user': ['/', 'Host: a.example:80@evil.example'],
    'an empty host': ['/', 'Host: '],
    'a path': ['/', 'Host: /evil'],
    'an escaped zero': ['/', 'Host: a.example%00.evil.example'],
    'a target with another host': ['http://evil.example/x', 'Host: a.example'],
    'a target with another port': ['http://a.example:8080/x', 'Host: a.example'],
    'a target with a port that is the default of another scheme': ['http://a.example:443/x', 'Host: a.example'],
    'a target with a user': ['http://a.example@evil.example/x', 'Host: a.example'],
    'a target with a user of the same host': ['http://evil@a.example/x', 'Host: a.example'],
  };
  for (const [title, [target, ...headers]] of Object.entries(attacks)) {
    it(`is refused with 400 for ${title}`, async () => {
      const answer = await ask(target, ...headers);
      expect(rawStatus(answer), answer).to.equal(400);
    });
  }

  it('is refused where a request of HTTP/1.0 names none', async () => {
    const app = makeHostApp('tests', hostOptions());
    app.use((ctx) => {
      ctx.body = requestHost(ctx).name;
    });
    const answer = await rawCall(await serve(app.callback()), 'GET / HTTP/1.0\r\n\r\n');
    expect(rawStatus(answer), answer).to.equal(400);
    expect(answer).to.include('"error":"invalid_request"');
  });
});
