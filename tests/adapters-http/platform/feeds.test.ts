import { jsonFeed } from '@comptoir/adapters-http/platform/json-feed.js';
import { rssFeed } from '@comptoir/adapters-http/platform/rss-feed.js';
import type { ApiKey } from '@comptoir/core/api-keys/api-key.js';
import type { KeyCaller, KeysService } from '@comptoir/core/api-keys/keys-service.js';
import { FEED_KINDS, type Feed, type FeedItem, type FeedsService } from '@comptoir/core/feeds/feeds-service.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import { RateLimited, type RateState } from '@comptoir/core/kit/rate-limit.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { NOON } from '../../suites/builders.js';
import { call, jsonOf, rawCall, rawStatus } from '../call.js';
import { expectRefusal } from '../refusal.js';
import { closeAll } from '../serve.js';
import { openPlatform, SITE_ID, TENANT_ID } from './platform-host.js';

const KEY = 'feed_0123456789ab_secret_check1';
const RATE: RateState = { policy: { limit: 1000, windowSecs: 3600 }, taken: true, remaining: 998, resetSecs: 3000 };

const ITEM: FeedItem = {
  id: 'p1',
  url: 'https://till.example/boutique/atelier#p1',
  title: 'Bol & "assiette" <grès>',
  summary: "Tourné à l'atelier",
  image: 'https://till.example/photos/bol.jpg?w=1&h=2',
  tags: ['Vaisselle', 'Grès'],
  publishedAt: NOON,
  price: { cents: 2450, currency: 'EUR' },
};
const BARE: FeedItem = {
  id: 'p2',
  url: 'https://till.example/p2',
  title: 'Carnet',
  summary: null,
  image: null,
  tags: [],
  publishedAt: null,
  price: null,
};
const FEED: Feed = {
  title: 'Atelier Nord',
  homePageUrl: 'https://till.example/boutique/atelier',
  description: null,
  language: 'fr',
  items: [ITEM, BARE],
};

const CALLER: KeyCaller = {
  key: { id: '0123456789ab', kind: 'feed' } as ApiKey,
  scope: { tenantId: TENANT_ID, siteId: SITE_ID, actor: { kind: 'key', keyId: '0123456789ab' } },
};

/** A platform with one feed key; gives what was recognised and read. */
async function platform(refusal?: DomainError) {
  const recognised: unknown[] = [];
  const read: unknown[] = [];
  const keys: Pick<KeysService, 'recognise'> = {
    async recognise(...args) {
      recognised.push(args);
      return args[0] === 'feed' && args[1] === KEY ? CALLER : null;
    },
  };
  const feeds: FeedsService = {
    async read(...args) {
      read.push(args);
      if (refusal !== undefined) throw refusal;
      return { feed: FEED, rate: RATE };
    },
  };
  return { ...(await openPlatform({ services: { feeds, keys: keys as KeysService } })), recognised, read };
}

describe('GET /api/feeds', () => {
  afterEach(closeAll);

  const URL_OF = '/api/feeds/products';
  const BY_BEARER = { Authorization: `Bearer ${KEY}` };

  for (const [title, headers] of [
    ['as Bearer token', BY_BEARER],
    ['in its own header', { 'X-Feed-Key': KEY }],
  ] as const) {
    it(`is for whoever holds a feed key, sent ${title}`, async () => {
      const { origin, recognised, read } = await platform();
      const answer = await call(`${origin}${URL_OF}`, { headers });
      expect(answer.status, answer.text).to.equal(200);
      expect(answer.headers).to.include({
        'content-type': 'application/feed+json',
        'cache-control': 'private, max-age=60',
        'ratelimit-policy': '"default";q=1000;w=3600',
        ratelimit: '"default";r=998;t=3000',
        vary: 'Accept-Encoding, Authorization, X-Feed-Key',
      });
      expect(jsonOf(answer)).to.include({
        version: 'https://jsonfeed.org/version/1.1',
        feed_url: 'https://platform.example/api/feeds/products',
      });
      expect(recognised).to.deep.equal([['feed', KEY, '127.0.0.1']]);
      expect(read).to.deep.equal([[CALLER, 'products']]);
    });
  }

  it('has one for each kind, and no other', async () => {
    const { origin, read } = await platform();
    for (const kind of FEED_KINDS) expect((await call(`${origin}/api/feeds/${kind}`, { headers: BY_BEARER })).status).to.equal(200);
    expect(read).to.deep.equal(FEED_KINDS.map((kind) => [CALLER, kind]));
    for (const kind of ['orders', 'Products', 'constructor', '__proto__', 'products%2f']) {
      expectRefusal(await call(`${origin}/api/feeds/${kind}`, { headers: BY_BEARER }), 404, 'not_found');
    }
  });

  it('is written as RSS when asked', async () => {
    const { origin } = await platform();
    const answer = await call(`${origin}${URL_OF}?format=rss`, { headers: BY_BEARER });
    expect(answer.headers['content-type']).to.equal('application/rss+xml; charset=utf-8');
    expect(answer.text).to.equal(rssFeed(FEED, 'https://platform.example/api/feeds/products?format=rss'));
    for (const format of ['atom', '', 'RSS', 'rss&format=json']) {
      expectRefusal(await call(`${origin}${URL_OF}?format=${format}`, { headers: BY_BEARER }), 400, 'invalid_request');
    }
  });

  it('is 304 for whoever has it already', async () => {
    const { origin } = await platform();
    const { etag } = (await call(`${origin}${URL_OF}`, { headers: BY_BEARER })).headers;
    expect(etag).to.match(/^"[\w-]+"$/);
    const again = await call(`${origin}${URL_OF}`, { headers: { ...BY_BEARER, 'If-None-Match': etag ?? '' } });
    expect([again.status, again.text, again.headers.etag]).to.deep.equal([304, '', etag]);
    expect(again.headers['ratelimit']).to.equal('"default";r=998;t=3000');
    const other = await call(`${origin}${URL_OF}?format=rss`, { headers: { ...BY_BEARER, 'If-None-Match': etag ?? '' } });
    expect(other.status).to.equal(200);
  });

  it('is 401 without a key, and with one that is not good', async () => {
    const { origin, recognised } = await platform();
    expectRefusal(await call(`${origin}${URL_OF}`), 401, 'missing_key');
    expect(recognised).to.deep.equal([]);
    const bad = [{ Authorization: 'Bearer nope' }, { Authorization: `Basic ${KEY}` }, { Authorization: '' }, { 'X-Feed-Key': '' }];
    for (const headers of [...bad, { 'X-Feed-Key': `Bearer ${KEY}` }]) {
      expectRefusal(await call(`${origin}${URL_OF}`, { headers }), 401, 'invalid_key');
    }
  });

  it('is 400 with several keys, even the same', async () => {
    const { origin, recognised } = await platform();
    for (const lines of [
      [`Authorization: Bearer ${KEY}`, `X-Feed-Key: ${KEY}`],
      [`X-Feed-Key: ${KEY}`, `X-Feed-Key: ${KEY}`],
      [`Authorization: Bearer ${KEY}`, `Authorization: Bearer ${KEY}`],
    ]) {
      const answer = await rawCall(
        origin,
        [`GET ${URL_OF} HTTP/1.1`, 'Host: platform.example', ...lines, 'Connection: close', '', ''].join('\r\n'),
      );
      expect(rawStatus(answer), answer).to.equal(400);
    }
    expect(recognised).to.deep.equal([]);
  });

  it('is 403 with a key for other feeds', async () => {
    const { origin } = await platform(new DomainError('forbidden'));
    expectRefusal(await call(`${origin}${URL_OF}`, { headers: BY_BEARER }), 403, 'forbidden');
  });

  it('is 429 beyond the limit of the key, saying how long to wait', async () => {
    const { origin } = await platform(new RateLimited({ ...RATE, taken: false, remaining: 0 }));
    const answer = await call(`${origin}${URL_OF}`, { headers: BY_BEARER });
    expectRefusal(answer, 429, 'rate_limited');
    expect(answer.headers).to.include({ 'retry-after': '3000', ratelimit: '"default";r=0;t=3000' });
  });
});

describe('a feed as JSON', () => {
  it('has what the format asks for, and nothing where there is nothing', () => {
    expect(JSON.parse(jsonFeed(FEED, 'https://platform.example/f'))).to.deep.equal({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'Atelier Nord',
      home_page_url: 'https://till.example/boutique/atelier',
      feed_url: 'https://platform.example/f',
      language: 'fr',
      items: [
        {
          id: 'p1',
          url: ITEM.url,
          title: ITEM.title,
          content_text: ITEM.summary,
          summary: ITEM.summary,
          image: ITEM.image,
          tags: ['Vaisselle', 'Grès'],
          date_published: '2026-06-16T10:00:00.000Z',
          _price: { cents: 2450, currency: 'EUR' },
        },
        { id: 'p2', url: BARE.url, title: 'Carnet', content_text: 'Carnet' },
      ],
    });
  });
});

describe('a feed as RSS', () => {
  const itemsOf = (rss: string) => rss.match(/<item>.*?<\/item>/gs) ?? [];

  it('has what the format asks for, escaped', () => {
    const [item, bare] = itemsOf(rssFeed(FEED, 'https://platform.example/f?format=rss'));
    expect(item).to.equal(
      [
        '<item><guid isPermaLink="false">p1</guid>',
        '<link>https://till.example/boutique/atelier#p1</link>',
        '<title>Bol &amp; &quot;assiette&quot; &lt;grès&gt;</title>',
        '<description>Tourné à l&amp;#39;atelier</description>',
        '<category>Vaisselle</category><category>Grès</category>',
        '<pubDate>Tue, 16 Jun 2026 10:00:00 GMT</pubDate>',
        '<media:content url="https://till.example/photos/bol.jpg?w=1&amp;h=2" medium="image"/>',
        '<g:price>24.50 EUR</g:price></item>',
      ].join(''),
    );
    expect(bare).to.equal('<item><guid isPermaLink="false">p2</guid><link>https://till.example/p2</link><title>Carnet</title></item>');
  });

  it('says what it is, and where', () => {
    const rss = rssFeed(FEED, 'https://platform.example/f?format=rss&x=1');
    expect(rss).to.match(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<rss version="2\.0" /);
    expect(rss).to.include('<title>Atelier Nord</title><link>https://till.example/boutique/atelier</link>');
    expect(rss).to.include('<description>Atelier Nord</description><language>fr</language>');
    expect(rss).to.include('<atom:link href="https://platform.example/f?format=rss&amp;x=1" rel="self" type="application/rss+xml"/>');
  });

  it('stays well-formed whatever the texts are, and loses none of what XML can hold', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(']]>', '</title>', '<!--', '&amp;', '\u0000', '\ud800', '\ufffe', '"\'<>&'),
    );
    fc.assert(
      fc.property(text, (title) => {
        const rss = rssFeed({ ...FEED, items: [{ ...BARE, title }] }, 'https://platform.example/f');
        const [, written = ''] = /<title>([^<]*)<\/title><\/item>/.exec(rss) ?? [];
        expect(written).not.to.match(/[<>"']|&(?!(?:amp|lt|gt|quot|#39);)/);
        expect(unescaped(written)).to.equal([...title].filter(isXml).join(''));
      }),
      { numRuns: 1000 },
    );
  });
});

function unescaped(text: string): string {
  const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
  return text.replace(/&([^;]+);/g, (_whole, name: string) => characters[name] ?? '?');
}

/** A character of XML 1.0 (https://www.w3.org/TR/xml/#charsets). */
function isXml(character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return code === 9 || code === 10 || code === 13;
  return !(code >= 0xd800 && code <= 0xdfff) && code !== 0xfffe && code !== 0xffff;
}
