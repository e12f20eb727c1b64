import type { KeyCaller, NewKey } from '@comptoir/core/api-keys/keys-service.js';
import { FEED_RATE_PER_HOUR } from '@comptoir/core/feeds/feeds-service.js';
import { expect } from 'chai';
import { aCategory, anItem, aVariant, HOUR_MS } from '../../suites/builders.js';
import { refusalOf } from '../../suites/suite.js';
import { aBench, aRestaurant, type Bench } from '../support.js';

const NEW_KEY: NewKey = {
  name: 'N',
  right: null,
  permissions: ['products', 'posts'],
  ratePerHour: null,
  networks: [],
  origins: [],
  expiresAt: null,
};

async function aReader(changes: Partial<NewKey> = {}, bench: Bench = aBench()) {
  const drinks = aCategory({ name: 'Boissons' });
  const items = [
    anItem({ id: 'cidre', name: 'Cidre', categoryId: drinks.id, description: 'Brut', photo: '/photos/cidre.jpg', position: 0 }),
    anItem({
      id: 'crepe',
      name: 'Crêpe',
      position: 1,
      variants: [aVariant({ id: 'l', name: 'Grande', priceCents: 800 }), aVariant({ id: 's', name: 'Petite', priceCents: 500 })],
    }),
    anItem({ id: 'cache', visible: false }),
  ];
  const { scope, site } = await aRestaurant(
    bench,
    { slug: 'chez-lucie', name: 'Chez Lucie', description: 'Crêperie', languages: ['fr'] },
    { categories: [drinks], items },
  );
  const { key } = await bench.services.keys.create(scope, 'feed', { ...NEW_KEY, ...changes });
  const caller: KeyCaller = { key, scope: { ...scope, actor: { kind: 'key', keyId: key.id } } };
  return { ...bench, scope, site, caller };
}

describe('feeds', () => {
  it('tell what the establishment sells, and nothing hidden', async () => {
    const { services, caller } = await aReader();

    const { feed } = await services.feeds.read(caller, 'products');

    expect(feed).to.deep.equal({
      title: 'Chez Lucie',
      description: 'Crêperie',
      homePageUrl: 'https://till.example/chez-lucie',
      language: 'fr',
      items: [
        {
          id: 'cidre',
          url: 'https://till.example/chez-lucie',
          title: 'Cidre',
          summary: 'Brut',
          image: 'https://till.example/photos/cidre.jpg',
          tags: ['Boissons'],
          publishedAt: null,
          price: { cents: 950, currency: 'EUR' },
        },
        {
          id: 'crepe',
          url: 'https://till.example/chez-lucie',
          title: 'Crêpe',
          summary: null,
          image: null,
          tags: [],
          publishedAt: null,
          price: { cents: 500, currency: 'EUR' },
        },
      ],
    });
  });

  it('of content the platform does not hold are empty', async () => {
    const { services, caller } = await aReader();
    expect((await services.feeds.read(caller, 'posts')).feed.items).to.deep.equal([]);
  });

  it('are refused to a key that is not for them, which costs it nothing', async () => {
    const { services, caller } = await aReader({ ratePerHour: 1 });

    expect((await refusalOf(services.feeds.read(caller, 'articles'))).code).to.equal('forbidden');
    expect((await services.feeds.read(caller, 'products')).rate.remaining).to.equal(0);
  });

  it('are limited per key and hour', async () => {
    const { services, caller, scope, clock } = await aReader({ ratePerHour: 2 });
    await services.feeds.read(caller, 'products');
    expect((await services.feeds.read(caller, 'posts')).rate).to.deep.include({ remaining: 0, policy: { limit: 2, windowSecs: 3600 } });

    const refusal = await refusalOf(services.feeds.read(caller, 'products'));
    expect([refusal.code, refusal.retryAfterSecs]).to.deep.equal(['rate_limited', 3600]);
    const { key } = await services.keys.create(scope, 'feed', NEW_KEY);
    expect((await services.feeds.read({ ...caller, key }, 'products')).rate.remaining).to.equal(FEED_RATE_PER_HOUR - 1);
    clock.advance(HOUR_MS);
    expect((await services.feeds.read(caller, 'products')).rate.remaining).to.equal(1);
  });

  it('end with their establishment', async () => {
    const { services, caller, scope } = await aReader();
    await services.sites.delete(scope);

    expect((await refusalOf(services.feeds.read(caller, 'products'))).code).to.equal('unknown_shop');
  });
});
