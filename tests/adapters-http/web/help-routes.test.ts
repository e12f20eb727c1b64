import { articleUpdate } from '@comptoir/core/helpdesk-kb/kb-contract.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { expect } from 'chai';
import { HELP, openHelp } from '../../browser/help-world.js';
import { type PageHost, startPageHost } from '../../browser/page-host.js';

const RETURNS = `${HELP}/comment-retourner-un-article`;
const RETURNS_EN = `${HELP}/how-do-i-return-an-item`;

describe('the help pages', () => {
  let host: PageHost;
  let scope: Scope;

  beforeEach(async () => {
    host = await startPageHost();
    scope = await openHelp(host);
  });

  afterEach(() => host.close());

  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(host.url + path, { headers: { 'Accept-Language': 'fr', ...headers }, redirect: 'manual' });
  const html = async (path: string, headers: Record<string, string> = {}) => (await get(path, headers)).text();
  const structured = async (path: string) => {
    const [, data = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(await html(path)) ?? [];
    return JSON.parse(data);
  };
  const articleWith = async (search: string) => {
    const { items } = await host.services.views.kbArticles.list(scope, { page: 1, pageSize: 1, sort: 'position', search });
    const [article] = items;
    if (article === undefined) throw new Error(`No article has "${search}".`);
    return article;
  };
  const update = async (search: string, change: object) => {
    const { id } = await articleWith(search);
    await host.services.helpdeskKb.updateArticle(scope, articleUpdate.parse({ id, ...change }));
  };

  it('are sent under a policy that lets nothing inline run, without any script, and may be kept until they change', async () => {
    for (const path of [HELP, RETURNS, `${HELP}/c/livraison`, `${HELP}?q=retour`]) {
      const { status, headers } = await get(path);
      expect(status, path).to.equal(200);
      expect(headers.get('content-language'), path).to.equal('fr');
      expect(headers.get('cache-control'), path).to.equal('public, no-cache');
      expect(headers.get('content-security-policy'), path).to.match(/^default-src 'none'; script-src 'self'; style-src 'self';/);
      const page = await html(path);
      expect(page.replace(/<script type="application\/ld\+json">/g, ''), path).not.to.match(/<style|\sstyle=|<script/);
      expect((await get(path, { 'If-None-Match': headers.get('etag') ?? '' })).status, path).to.equal(304);
    }
    const etag = (await get(RETURNS)).headers.get('etag') ?? '';
    await update('retourner', { translations: { fr: { body: 'Tout a changé.' } } });
    expect((await get(RETURNS, { 'If-None-Match': etag })).status).to.equal(200);
  });

  it('speak the language that is asked for, else that of the browser, else of the article', async () => {
    for (const [language, word] of Object.entries({ fr: 'Aide', en: 'Help', de: 'Hilfe', es: 'Ayuda', it: 'Aiuto' })) {
      expect(await html(`${HELP}?lang=${language}`))
        .to.include(`<html lang="${language}">`)
        .and.include(`>${word}</h1>`);
      expect(await html(HELP, { 'Accept-Language': language })).to.include(`<html lang="${language}">`);
    }
    expect(await html(RETURNS_EN, { 'Accept-Language': 'fr' })).to.include('<html lang="en">');
    expect(await html(HELP, { 'Accept-Language': 'pl' })).to.include('<html lang="en">');
  });

  it('lead from an article to the same in the language that is asked for, and say so where it is not there', async () => {
    const lead = await get(`${RETURNS}?lang=en`);
    expect([lead.status, lead.headers.get('location')]).to.deep.equal([302, `${RETURNS_EN}?lang=en`]);

    const german = await html(`${RETURNS}?lang=de`);
    expect(german).to.include('<html lang="de">').and.include('noch nicht auf Deutsch').and.include('<div lang="fr">');
    expect(german).to.include(`href="${RETURNS_EN}?lang=en"`);
  });

  it('lead on from an address that an article had, with the language that was asked for', async () => {
    await update('retourner', { translations: { fr: { slug: 'retours' } } });
    const old = await get(RETURNS);
    expect([old.status, old.headers.get('location')]).to.deep.equal([301, `${HELP}/retours`]);
    expect((await get(`${RETURNS}?lang=fr`)).headers.get('location')).to.equal(`${HELP}/retours?lang=fr`);
    expect((await get(`${HELP}/retours`)).status).to.equal(200);
  });

  it('hide drafts everywhere: by address, in lists, in finds and behind old addresses', async () => {
    expect((await get(`${HELP}/brouillon-secret`)).status).to.equal(404);
    for (const path of [HELP, `${HELP}?q=brouillon`, `${HELP}?q=secret`]) expect(await html(path)).not.to.include('Brouillon');
    await update('retourner', { status: 'draft', translations: { fr: { slug: 'retours' } } });
    expect((await get(`${HELP}/retours`)).status).to.equal(404);
    expect((await get(RETURNS)).status).to.equal(404);
  });

  it('say in words, and with the way back, that there is no such page', async () => {
    const none = await get('/aide/nulle-part');
    expect([none.status, none.headers.get('cache-control')]).to.deep.equal([404, 'no-store']);
    expect(await none.text()).to.include('Aucune aide à cette adresse');
    const article = await get(`${HELP}/nulle-part`);
    expect(article.status).to.equal(404);
    expect(await article.text())
      .to.include('Cet article n’existe pas')
      .and.include(`href="${HELP}"`);
    expect((await get(`${HELP}/c/nulle-part`)).status).to.equal(404);
    for (const path of ['/aide/nulle-part/retours', '/aide/%00', `${HELP}/%00`, `${HELP}/c/%EF%BF%BF`, `${HELP}/${'x'.repeat(3000)}`]) {
      expect((await get(path)).status, path).to.equal(404);
    }
  });

  it('find by the beginnings of words, without accents, titles first, and stay out of search engines', async () => {
    const page = await html(`${HELP}?q=${encodeURIComponent('ECHANGE arti')}`);
    expect(page).to.include('1 réponse pour « ECHANGE arti »').and.include(`href="${RETURNS}"`);
    expect(page).to.include('<meta name="robots" content="noindex"/>').and.include('value="ECHANGE arti"');
    expect(await html(`${HELP}?q=nulle+part`)).to.include('Aucune réponse pour « nulle part »');
    expect(await html(`${HELP}?q=${encodeURIComponent('"><script>alert(1)</script>')}`)).not.to.include('<script>alert');
    expect((await get(`${HELP}?q=${'x'.repeat(5000)}`)).status).to.equal(200);
  });

  it('show the first articles of a topic and lead to the others', async () => {
    const home = await html(HELP);
    expect(home).to.include('Les 8 articles de « Livraison »').and.include(`href="${HELP}/c/livraison"`);
    expect(home).not.to.include('zone 7');
    expect(await html(`${HELP}/c/livraison`))
      .to.include('zone 7')
      .and.include('zone 8');
    expect(home.indexOf('Livraison')).to.be.lessThan(home.indexOf('Retours et remboursements'));
    expect(home.indexOf('Retours et remboursements')).to.be.lessThan(home.indexOf('Autres sujets'));
  });

  it('tell those who show a link, and search engines, what they are', async () => {
    const page = await html(RETURNS);
    for (const tag of [
      `<link rel="canonical" href="${host.url}${RETURNS}"/>`,
      `<link rel="alternate" hreflang="en" href="${host.url}${RETURNS_EN}"/>`,
      '<meta name="description" content="Sous 14 jours, en boutique ou par la poste."/>',
      '<meta property="og:title" content="Comment retourner un article ?"/>',
    ]) {
      expect(page).to.include(tag);
    }
    const article = await structured(RETURNS);
    expect([article['@type'], article.headline, article.inLanguage]).to.deep.equal(['Article', 'Comment retourner un article ?', 'fr']);
    const questions = await structured(HELP);
    expect(questions['@type']).to.equal('FAQPage');
    expect(questions.mainEntity.map(({ name }: { name: string }) => name)).to.deep.equal(['Comment retourner un article ?']);
  });

  it('show the help of an establishment that has none as empty, and keep it out of search engines', async () => {
    await host.open({ slug: 'sans-aide' });
    expect(await html('/aide/sans-aide'))
      .to.include('Rien n’est encore publié ici')
      .and.include('noindex');
  });
});
