import { helpdeskKbRouter } from '@comptoir/core/helpdesk-kb/helpdesk-kb-procedures.js';
import { slugFrom } from '@comptoir/core/helpdesk-kb/kb-slug.js';
import { expect } from 'chai';
import { NOON } from '../../suites/builders.js';
import { refusalOf } from '../../suites/suite.js';
import { anOrganisation, callsOf } from '../organisation.js';
import { aBench } from '../support.js';

const RETURNS = { title: 'Retourner un article', body: 'Sous 14 jours.' };

async function aDesk() {
  const bench = aBench();
  const organisation = await anOrganisation(bench);
  const { call } = await organisation.joinAs('manager');
  return { ...bench, call, kb: callsOf('helpdeskKb', helpdeskKbRouter()) };
}

describe('the helpdeskKb router', () => {
  it('has the procedures of the specification, and no others', () => {
    expect(Object.keys(helpdeskKbRouter()).sort()).to.deep.equal([
      'createArticle',
      'createCategory',
      'deleteArticle',
      'deleteCategory',
      'getArticleById',
      'getArticles',
      'getCategories',
      'getCategoryById',
      'updateArticle',
      'updateCategory',
    ]);
  });

  it('makes slugs of titles, with numbers behind those that are taken', async () => {
    const { call, kb } = await aDesk();
    const slugOf = async (title: string) =>
      (await kb('createArticle', call, { translations: { fr: { ...RETURNS, title } } })).translations['fr']?.slug;

    expect(await slugOf('Où est « mon » colis ?')).to.equal('ou-est-mon-colis');
    expect(await slugOf('Où est mon colis')).to.equal('ou-est-mon-colis-2');
    expect(await slugOf('配送について')).to.equal('article');
    expect(await slugOf('配送')).to.equal('article-2');
  });

  it('refuses a slug that is taken in the language', async () => {
    const { call, kb } = await aDesk();
    const create = (language: string) => kb('createArticle', call, { translations: { [language]: { ...RETURNS, slug: 'retours' } } });
    await create('fr');

    expect((await refusalOf(create('fr'))).code).to.equal('duplicate');
    expect((await create('en')).translations['en']?.slug).to.equal('retours');
  });

  it('changes texts language by language, and keeps the address when only the title changes', async () => {
    const { call, kb } = await aDesk();
    const { id } = await kb('createArticle', call, { translations: { fr: RETURNS } });
    const update = (change: object) => kb('updateArticle', call, { id, ...change });

    const renamed = await update({
      translations: { fr: { title: 'Rendre' }, en: { title: 'Returns', body: 'Within 14 days.' } },
      tags: ['RETOUR'],
    });
    expect(renamed.translations).to.deep.equal({
      fr: { title: 'Rendre', slug: 'retourner-un-article', summary: null, body: RETURNS.body },
      en: { title: 'Returns', slug: 'returns', summary: null, body: 'Within 14 days.' },
    });
    expect([renamed.tags, renamed.version]).to.deep.equal([['retour'], 2]);

    expect(Object.keys((await update({ translations: { fr: null } })).translations)).to.deep.equal(['en']);
    expect((await refusalOf(update({ translations: { en: null } }))).code, 'the last language').to.equal('invalid_request');
    expect((await refusalOf(update({ translations: { de: { title: 'Ohne Text' } } }))).code).to.equal('invalid_request');
    expect((await refusalOf(update({ position: 1, version: 1 }))).code).to.equal('stale');
    expect((await refusalOf(update({ categoryId: 'nothing' }))).code).to.equal('unknown_record');
  });

  it('remembers when an article was first published', async () => {
    const { call, kb, clock } = await aDesk();
    const { id, publishedAt } = await kb('createArticle', call, { translations: { fr: RETURNS } });
    expect(publishedAt).to.equal(null);
    await kb('updateArticle', call, { id, status: 'published' });
    clock.advance(60_000);
    await kb('updateArticle', call, { id, status: 'draft' });

    const again = await kb('updateArticle', call, { id, status: 'published' });
    expect([again.publishedAt, again.version]).to.deep.equal([NOON, 4]);
  });

  it('lists articles without their texts, and shows one with them', async () => {
    const { call, kb } = await aDesk();
    const { id } = await kb('createArticle', call, { translations: { fr: RETURNS }, tags: ['colis'] });
    await kb('createArticle', call, { translations: { fr: { title: 'Payer', body: 'Par carte.' } }, status: 'published' });

    const { items } = await kb('getArticles', call, { search: 'coli' });
    expect(items.map((item) => [item.id, item.translations['fr']])).to.deep.equal([
      [id, { title: RETURNS.title, slug: 'retourner-un-article', summary: null }],
    ]);
    expect((await kb('getArticles', call, { status: 'published' })).total).to.equal(1);
    expect((await kb('getArticleById', call, { id })).translations['fr']?.body).to.equal(RETURNS.body);
    await kb('deleteArticle', call, { id });
    expect((await refusalOf(kb('getArticleById', call, { id }))).code).to.equal('unknown_record');
  });

  it('keeps categories by language, with addresses of their own', async () => {
    const { call, kb } = await aDesk();
    const category = await kb('createCategory', call, { translations: { fr: { name: 'Livraison' } } });
    await kb('createArticle', call, { categoryId: category.id, translations: { fr: RETURNS } });

    const after = await kb('updateCategory', call, {
      id: category.id,
      position: 3,
      translations: { en: { name: 'Delivery' } },
      version: 1,
    });
    expect([after.position, after.translations['fr']?.slug, after.translations['en']?.slug]).to.deep.equal([3, 'livraison', 'delivery']);
    expect((await kb('getCategories', call, { search: 'deliv' })).items).to.deep.equal([after]);
    expect((await refusalOf(kb('deleteCategory', call, { id: category.id }))).code).to.equal('in_use');
    expect((await refusalOf(kb('updateCategory', call, { id: category.id, version: 1 }))).code).to.equal('stale');
  });
});

describe('a slug made of a title', () => {
  it('has no accents, no signs, and at most 60 characters', () => {
    expect(slugFrom('L’été à Besançon — 100 % « Œuvres » !')).to.equal('l-ete-a-besancon-100-oeuvres');
    expect(slugFrom('mot '.repeat(3) + 'autre '.repeat(40)).length).to.be.at.most(60);
    expect(slugFrom('Доставка 24 h')).to.equal('24-h');
    expect(slugFrom('!!!')).to.equal('');
  });
});
