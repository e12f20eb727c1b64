import type { WebAssets } from '@comptoir/adapters-http/web/assets.js';
import { renderCartePage } from '@comptoir/adapters-http/web/carte-page.js';
import { jsonForScript } from '@comptoir/adapters-http/web/document.js';
import { menuSections, shownPhoto } from '@comptoir/adapters-http/web/menu-sections.js';
import { readProgress, stepState } from '@comptoir/adapters-http/web/order-progress.js';
import { expect } from 'chai';
import { aCarte, anItem, BURGER } from './builders.js';

const ASSETS: WebAssets = { url: (name) => `/assets/${name}`, get: () => undefined };
const NOW = new Date('2026-03-10T12:00:00Z');

function pageOf(changes: Parameters<typeof aCarte>[0]): string {
  return renderCartePage({ carte: aCarte(changes), language: 'fr', assets: ASSETS, publicUrl: 'https://till.example', now: NOW });
}

describe('the rendered menu', () => {
  it('has no inline script, style or handler, whatever the menu holds', () => {
    const hostile = '</script><script>alert(1)</script><img src=x onerror=alert(1)> <!-- "\'';
    const html = pageOf({
      name: hostile,
      description: hostile,
      categories: [{ id: 'a', name: hostile, position: 1 }],
      items: [anItem({ name: hostile, description: hostile, categoryId: 'a', photo: 'javascript:alert(1)', allergens: [hostile] }), BURGER],
    });
    const scripts = [...html.matchAll(/<script([^>]*)>/g)].map(([, attributes]) => attributes);
    expect(scripts).to.have.length(3);
    expect(scripts.filter((attributes) => !/application\/(?:ld\+)?json| src="/.test(attributes ?? ''))).to.deep.equal([]);
    expect(html).not.to.match(/<style|\sstyle=|<img[^>]*onerror|src="javascript:/);
    expect(html.match(/<!--/g)).to.equal(null);
  });

  it('tells search engines what it is', () => {
    const html = pageOf({ items: [BURGER] });
    expect(html).to.include('<link rel="canonical" href="https://till.example/carte/chez-test"/>');
    const [, data = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? [];
    expect(JSON.parse(data)).to.nested.include({ '@type': 'Restaurant', 'hasMenu.hasMenuSection[0].hasMenuItem[0].name': 'Burger' });
  });

  it('can be read back from its data block', () => {
    const value = { text: '</script><!-- \u2028 & "' };
    const json = jsonForScript(value);
    expect(json).not.to.match(/[<\u2028]/);
    expect(JSON.parse(json)).to.deep.equal(value);
  });

  it('puts items of no category last and leaves empty categories out', () => {
    const categories = [
      { id: 'a', name: 'A', position: 1 },
      { id: 'b', name: 'B', position: 2 },
    ];
    const sections = menuSections({ categories, items: [anItem({ id: '1' }), anItem({ id: '2', categoryId: 'b' })] });
    expect(sections.map(({ name, items }) => [name, items.length])).to.deep.equal([
      ['B', 1],
      [null, 1],
    ]);
  });

  it('loads photos of its own host only', () => {
    expect(shownPhoto('/assets/illustrations/bol.svg')).to.equal('/assets/illustrations/bol.svg');
    for (const elsewhere of ['https://evil.example/x.png', '//evil.example/x.png', 'javascript:alert(1)', null]) {
      expect(shownPhoto(elsewhere)).to.equal(null);
    }
  });
});

describe('the progress of an order', () => {
  it('is done, current and to come', () => {
    expect(stepState('queued', 'accepted')).to.equal('done');
    expect(stepState('accepted', 'accepted')).to.equal('current');
    expect(stepState('ready', 'accepted')).to.equal('coming');
  });

  it('is read from events and from answers alike', () => {
    expect(readProgress({ id: 'x', status: 'ready', at: '' })).to.deep.equal({ status: 'ready', payment: null });
    const paid = { ok: true, order: { status: 'accepted', paymentStatus: 'paid' } };
    expect(readProgress(paid)).to.deep.equal({ status: 'accepted', payment: 'paid' });
    for (const nonsense of [null, 'ready', {}, { status: 'eaten' }]) expect(readProgress(nonsense)).to.equal(null);
  });
});
