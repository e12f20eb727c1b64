import { renderMarkdown } from '@comptoir/adapters-http/web/help/markdown.js';
import { expect } from 'chai';
import fc from 'fast-check';

describe('the text of an article', () => {
  it('is CommonMark with tables, below the title of the page', () => {
    expect(renderMarkdown('# Étapes\n\n- *un*\n\n###### Fin')).to.equal(
      '<h2 id="s-etapes">Étapes</h2>\n<ul>\n<li><em>un</em></li>\n</ul>\n<h3 id="s-fin">Fin</h3>\n',
    );
    expect(renderMarkdown('| a |\n| - |\n| b |')).to.match(/^<div class="article__table" tabindex="0"><table>.*<\/table><\/div>/s);
  });

  it('leaves out no rank of headings, whatever ranks its writer took', () => {
    const ranksOf = (text: string) =>
      renderMarkdown(text)
        .match(/<h\d/g)
        ?.map((tag) => Number(tag.slice(2)));
    expect(ranksOf('## a\n\n#### b\n\n### c\n\n# d\n\n## e')).to.deep.equal([2, 3, 3, 2, 3]);
    expect(ranksOf('# a\n\n## b\n\n### c\n\n#### d\n\n##### e\n\n###### f')).to.deep.equal([2, 3, 4, 5, 6, 6]);
  });

  it('gives headings of the same words different ids', () => {
    expect(renderMarkdown('# A\n\n# A\n\n# !').match(/id="[^"]*"/g)).to.deep.equal(['id="s-a"', 'id="s-a-2"', 'id="s-"']);
  });

  it('keeps HTML as text', () => {
    expect(renderMarkdown('<script>alert(1)</script> <b onclick="x">')).to.equal(
      '<p>&lt;script&gt;alert(1)&lt;/script&gt; &lt;b onclick=&quot;x&quot;&gt;</p>\n',
    );
  });

  it('links to the web, mail, telephones and its own host only, and tells other sites nothing', () => {
    expect(renderMarkdown('[a](https://a.example)')).to.include('<a href="https://a.example" rel="noopener">a</a>');
    expect(renderMarkdown('https://a.example')).to.include('rel="noopener"');
    for (const address of ['mailto:a@b.example', 'tel:+33298000000', '/boutique/x', '#s-a']) {
      expect(renderMarkdown(`[a](${address})`), address).to.include(`<a href="${address}">a</a>`);
    }
    for (const address of [
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      'data:text/html,x',
      'vbscript:x',
      'file:///etc',
      '//evil.example',
    ]) {
      expect(renderMarkdown(`[a](${address})`), address).not.to.include('<a ');
    }
  });

  it('shows pictures of its own host, and leads to others', () => {
    expect(renderMarkdown('![Le "colis"](/photos/a.jpg)')).to.include(
      '<img src="/photos/a.jpg" alt="Le &quot;colis&quot;" loading="lazy">',
    );
    expect(renderMarkdown('![Colis](https://a.example/a.jpg)')).to.equal(
      '<p><a href="https://a.example/a.jpg" rel="noopener">Colis</a></p>\n',
    );
  });

  it('never lets a tag or an attribute of its writer through', () => {
    const nasty = fc.array(
      fc.constantFrom('<', '>', '"', "'", '`', '[', ']', '(', ')', '!', '#', '|', '\n', 'javascript:', 'onload=', 'script', ' ', '&', 'a'),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(nasty, (pieces) => {
        const html = renderMarkdown(pieces.join(''));
        expect(html).not.to.match(/<script|<[a-z][^>]*\son[a-z]+=|(?:href|src)="\s*(?:javascript|data|vbscript):/i);
      }),
      { numRuns: 500 },
    );
  });
});
