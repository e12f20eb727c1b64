import type { ServerResponse } from 'node:http';
import type { Timers } from '@comptoir/core/kit/timers.js';
import type { ShopFault, ShopFaultKind } from '@comptoir/core/shop-sync/shop-gateway.js';
import { expect } from 'chai';
import { answer, aSmallShop, errors, KEY, type SmallShop, type Visit, visiting } from './small-shop.js';
import { aShopsTables } from './tables.js';

describe('calls of a shop', () => {
  const signal = new AbortController().signal;
  let shop: SmallShop;
  let visit: Visit;

  beforeEach(async () => {
    shop = await aSmallShop(aShopsTables());
    visit = visiting(shop.url);
  });
  afterEach(async () => {
    await visit.gateways.close();
    await shop.close();
  });

  const read = () => visit.gateway.ids('orders', null, signal);
  const faultOf = (work: Promise<unknown>): Promise<ShopFault> =>
    work.then(
      () => {
        throw new Error('It was answered.');
      },
      (fault) => fault,
    );

  /** For how many seconds nothing is sent to the shop; null: it is called. */
  const pausedFor = () => {
    const until = visit.gateways.pausedUntil({ url: `${shop.url}/`, key: KEY });
    return until === null ? null : (until.getTime() - visit.clock.now().getTime()) / 1000;
  };

  /** Answers so many times so, then as the shop does. */
  function answering(times: number, say: (response: ServerResponse) => true): void {
    let left = times;
    shop.trap = (_, response) => left-- > 0 && say(response);
  }

  it('carry the key as the name of a user, and nowhere else', async () => {
    await read();
    for (const { url, headers } of shop.asked) {
      expect(url).not.to.include(KEY);
      expect(headers.authorization).to.equal(`Basic ${Buffer.from(`${KEY}:`).toString('base64')}`);
    }
  });

  it('never show the key, nor what the shop has answered, in faults and logs', async () => {
    const secrets = [KEY, Buffer.from(`${KEY}:`).toString('base64'), 'Ada Lovelace'];
    const answers = [
      (response: ServerResponse) => answer(response, 401, errors(20, 21)),
      (response: ServerResponse) => answer(response, 500, errors(32)),
      (response: ServerResponse) => answer(response, 200, '<html>Ada Lovelace</html>'),
      (response: ServerResponse) => answer(response, 302, 'Ada Lovelace', { Location: 'https://elsewhere.example/Ada Lovelace' }),
      (response: ServerResponse) => answer(response, 500, 'Ada Lovelace'),
    ];
    for (const say of answers) {
      answering(99, say);
      const other = visiting(shop.url);
      const fault = await faultOf(other.gateway.ids('orders', null, signal));
      const told = [fault.message, fault.stack, JSON.stringify(fault), ...other.logged].join('\n');
      for (const secret of secrets) expect(told).not.to.include(secret);
      await other.gateways.close();
    }
  });

  it('are judged by the codes of the shop rather than by the status', async () => {
    const cases: readonly (readonly [number, unknown, ShopFaultKind])[] = [
      [401, errors(17), 'unauthorized'],
      [401, errors(18), 'unauthorized'],
      [401, errors(20, 21), 'unauthorized'],
      [401, '401 Unauthorized', 'unauthorized'],
      [401, errors(26), 'unreadable'],
      [405, errors(25), 'unreadable'],
      [400, errors(27), 'unreadable'],
      [503, errors(22), 'off'],
      [400, errors(32), 'unusable'],
      [500, errors(38), 'unusable'],
      [500, errors(35), 'unusable'],
      [404, '', 'unusable'],
      [404, '<html>', 'unusable'],
      [301, '', 'unusable'],
    ];
    for (const [status, body, kind] of cases) {
      shop.asked.length = 0;
      answering(99, (response) => answer(response, status, body));
      expect((await faultOf(read())).kind, JSON.stringify([status, body])).to.equal(kind);
      expect(shop.asked, 'Asking again is useless.').to.have.length(1);
    }
  });

  it('take errors beside data for errors', async () => {
    shop.trap = ({ resource }, response) =>
      resource === 'orders' && answer(response, 200, { orders: [{ id: 1 }], ...(errors(26) as Record<string, unknown>) });
    expect((await faultOf(read())).kind).to.equal('unreadable');
  });

  it('are tried again when the shop fails or its host sends something else', async () => {
    const cases: readonly ((response: ServerResponse) => true)[] = [
      (response) => answer(response, 500, errors(3)),
      (response) => answer(response, 500, { errors: [{ notice: '', encrypted_error: 'x' }] }),
      (response) => answer(response, 500, ''),
      (response) => answer(response, 502, '<html>'),
      (response) => answer(response, 503, '<html>maintenance</html>'),
      (response) => answer(response, 508, ''),
      (response) => answer(response, 403, '<html>firewall</html>'),
      (response) => answer(response, 200, '<!DOCTYPE html><title>Checking your browser</title>'),
      (response) => answer(response, 200, ''),
      (response) => answer(response, 200, '{"orders":[{"id":1}'),
      (response) => answer(response, 200, { customer: [] }),
      (response) => {
        response.destroy();
        return true;
      },
    ];
    for (const say of cases) {
      answering(2, say);
      expect(await visiting(shop.url).gateway.ids('orders', null, signal)).to.deep.equal(['1']);
    }
  });

  it('wait longer and longer between tries, by chance within bounds, and end', async () => {
    answering(99, (response) => answer(response, 502, ''));
    expect((await faultOf(read())).kind).to.equal('unreachable');
    expect(visit.waits).to.deep.equal([500, 1_000, 2_000]);
    expect(visit.gateway.requests()).to.equal(4);
  });

  it('wait as long as the shop asks for, in seconds or until a date', async () => {
    answering(1, (response) => answer(response, 429, '', { 'Retry-After': '17' }));
    expect(await read()).to.deep.equal(['1']);
    expect(visit.waits.reduce((sum, wait) => sum + wait)).to.equal(17_000);
    const until = new Date(visit.clock.now().getTime() + 30_000);
    answering(1, (response) => answer(response, 503, '', { 'Retry-After': until.toUTCString() }));
    expect(await read()).to.deep.equal(['1']);
    expect(visit.clock.now().getTime()).to.be.at.least(until.getTime() - 1_000);
  });

  it('are not waited for when the shop asks for more than a minute', async () => {
    answering(1, (response) => answer(response, 429, '', { 'Retry-After': '3600' }));
    const fault = await faultOf(read());
    expect(fault.kind).to.equal('paused');
    expect(fault.retryAfterSecs).to.be.within(3_590, 3_600);
    expect(pausedFor()).to.be.within(3_590, 3_600);
    expect(shop.asked).to.have.length(1);
  });

  it('pause for everybody at the address after many failures in a row, and one tries first', async () => {
    answering(1_000, (response) => answer(response, 503, ''));
    const other = visit.gateways.open({ url: `${shop.url}/api/`, key: 'another' });
    for (let call = 0; call < 4; call += 1) await faultOf(call % 2 === 0 ? read() : other.ids('orders', null, signal));
    const before = shop.asked.length;
    const fault = await faultOf(other.ids('orders', null, signal));
    expect(fault).to.include({ kind: 'paused' });
    expect(fault.retryAfterSecs).to.be.within(1, 30);
    expect(shop.asked).to.have.length(before);
    expect(pausedFor()).to.be.within(1, 30);
    visit.clock.advance(31_000);
    expect(pausedFor()).to.equal(null);
    await Promise.all([faultOf(read()), faultOf(other.ids('orders', null, signal))]);
    expect(shop.asked, 'The one try after the pause has failed.').to.have.length(before + 1);
    visit.clock.advance(120_000);
    shop.trap = () => false;
    expect(await read()).to.deep.equal(['1']);
    expect(await other.ids('orders', null, signal)).to.deep.equal(['1']);
  });

  it('go on when somebody else calls a page of the same host that is no shop', async () => {
    shop.trap = ({ url }, response) => url.startsWith('/blog/') && answer(response, 200, '<html>');
    const blog = visit.gateways.open({ url: `${shop.url}/blog`, key: 'another' });
    for (let call = 0; call < 5; call += 1) await faultOf(blog.ids('orders', null, signal));
    expect(await faultOf(blog.ids('orders', null, signal))).to.include({ kind: 'paused' });
    expect(await read()).to.deep.equal(['1']);
  });

  it('are at most four at once, for everybody at the address', async () => {
    let going = 0;
    let most = 0;
    shop.trap = ({ resource }, response) => {
      if (resource !== 'orders') return false;
      going += 1;
      most = Math.max(most, going);
      // Long enough for all of them to come, were they let.
      setTimeout(() => {
        going -= 1;
        answer(response, 200, { orders: [{ id: 1 }] });
      }, 20);
      return true;
    };
    const other = visit.gateways.open({ url: shop.url, key: 'another' });
    await Promise.all([read(), other.ids('orders', null, signal)]);
    const reads = Array.from({ length: 30 }, (_, each) =>
      (each % 2 === 0 ? visit.gateway : other).ids('orders', null, new AbortController().signal),
    );
    await Promise.all(reads);
    expect(most).to.be.within(2, 4);
  });

  it('end at once when whoever asked stops: under way, in a queue and in a wait', async () => {
    const reason = new Error('stopped');
    for (const timers of [undefined, NEVER]) {
      const stop = new AbortController();
      const stopped = visiting(shop.url, timers === undefined ? {} : { timers });
      const asked = new Promise<void>((resolve) => {
        shop.trap = (_, response) => {
          setImmediate(resolve);
          return timers === undefined ? true : answer(response, 503, '');
        };
      });
      const reads = Array.from({ length: 6 }, () => stopped.gateway.ids('orders', null, stop.signal).catch((error: unknown) => error));
      await asked;
      stop.abort(reason);
      for (const read of reads) expect(await read).to.equal(reason);
      expect(await stopped.gateway.orders(['1'], stop.signal).catch((error: unknown) => error)).to.equal(reason);
      await stopped.gateways.close();
    }
  });

  it('lead nowhere that this host does not call', async () => {
    for (const url of [
      'http://127.0.0.1:1/',
      'http://169.254.169.254/',
      'ftp://shop.example/',
      'http://key@shop.example/',
      'shop',
      'http://[::1]/',
    ]) {
      const refusing = visiting(url, { allowLoopback: false });
      const fault = await faultOf(refusing.gateway.probe(signal));
      expect(fault.kind, url).to.equal('unusable');
      expect(refusing.gateway.requests()).to.equal(0);
      await refusing.gateways.close();
    }
  });

  it('follow no redirect: the key goes to nobody else', async () => {
    const elsewhere = await aSmallShop(aShopsTables());
    answering(99, (response) => answer(response, 307, '', { Location: `${elsewhere.url}/api/orders` }));
    expect((await faultOf(read())).kind).to.equal('unusable');
    expect(elsewhere.asked).to.deep.equal([]);
    await elsewhere.close();
  });

  it('say that nobody is there', async () => {
    await shop.close();
    const fault = await faultOf(read());
    expect(fault.kind).to.equal('unreachable');
    expect(fault.message).to.include('ECONNREFUSED');
    shop = await aSmallShop(aShopsTables());
  });

  it('find the web service under a folder, and when its own address was given', async () => {
    for (const [url, path] of [
      ['/', '/api/'],
      ['/boutique', '/boutique/api/'],
      ['/boutique/api/?x=1#y', '/boutique/api/'],
    ]) {
      shop.asked.length = 0;
      await visit.gateways.open({ url: `${shop.url}${url}`, key: KEY }).ids('orders', null, signal);
      expect(shop.asked[0]?.url.startsWith(path ?? '?')).to.equal(true);
    }
  });
});

const NEVER: Timers = { after: () => () => undefined };
