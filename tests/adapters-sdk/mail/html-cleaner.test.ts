import { htmlCleaner } from '@comptoir/adapters-sdk/mail/html-cleaner.js';
import { isAllowedElement } from '@comptoir/adapters-sdk/mail/mail-html.js';
import { expect } from 'chai';
import fc from 'fast-check';

const TAG = /<\/?([a-z][a-z0-9]*)(?: href="https:\/\/x\.example\/")?>/g;

const clean = (html: string, pictures = false) => htmlCleaner.clean(html, { pictures });

describe('the HTML of mails', () => {
  it('says as text where links lead that stay, and nothing of those that are left out', () => {
    const { text } = htmlCleaner.clean('<a href="javascript:alert(1)">Ici</a> et <a href="https://x.test/">là</a>', { pictures: false });
    expect(text).to.equal('Ici et là (https://x.test/)');
  });

  it('keeps words, their form, links, tables and colours', () => {
    const html =
      '<h1>Soldes</h1><p style="color: red; text-align: center">Un &amp; <b>deux</b><br><a href="https://till.example/?a=1&amp;b=2">ici</a></p><table width="600"><tr><td colspan="2">x</td></tr></table>';
    expect(clean(html)).to.deep.include({ html, removed: [], addresses: ['https://till.example/?a=1&b=2'] });
  });

  for (const [what, html] of Object.entries({
    'a script': '<script>alert(1)</script>',
    'a script in capitals': '<SCRIPT SRC=//evil.example></SCRIPT>',
    'a script that is not closed': '<p>a</p><script>alert(1)',
    'an event': '<p onclick="alert(1)" ONMOUSEOVER=alert(1)>a</p>',
    'an event behind a slash': '<b/onclick=alert(1)>a</b>',
    'a script as a link': '<a href="javascript:alert(1)">a</a>',
    'a script as a link with blanks': '<a href=" java\nscript:alert(1)">a</a>',
    'a script as a link in entities': '<a href="&#106;avascript&colon;alert(1)">a</a>',
    'data as a link': '<a href="data:text/html,<script>alert(1)</script>">a</a>',
    'a frame': '<iframe src="https://evil.example"></iframe>',
    'a form': '<form action="https://evil.example"><input name="password"></form>',
    'a style sheet': '<style>p{background:url(https://spy.example)}</style>',
    'a style that loads': '<p style="background: url(https://spy.example/1.gif)">a</p>',
    'a style that is hidden': '<p style="width: expression(alert(1)); color: \\72 ed">a</p>',
    'a drawing with a script': '<svg><g onload="alert(1)"><script>alert(1)</script></g></svg>',
    mathematics: '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></table></mtext></math>',
    'a comment for one program': '<!--[if mso]><script>alert(1)</script><![endif]-->',
    'a base and a refresh': '<base href="https://evil.example"><meta http-equiv="refresh" content="0;url=https://evil.example">',
    'a picture': '<img src="https://spy.example/1.gif" onerror="alert(1)">',
  })) {
    it(`has no place for ${what}, and says that it was left out`, () => {
      const { html: out, removed } = clean(html);
      expect(out).to.not.match(/script|alert|evil|spy|url\(|expression|onclick|onload|iframe|form|svg/i);
      expect(removed).to.not.deep.equal([]);
    });
  }

  it('keeps pictures where they are asked for: by https, and without more', () => {
    const { html } = clean(
      '<img src="https://till.example/a.png" alt="Une tasse" width="300" srcset="x" onerror="y"><img src="http://a.example/">',
      true,
    );
    expect(html).to.equal('<img src="https://till.example/a.png" alt="Une tasse" width="300"><img>');
  });

  it('keeps variables, in words and as links', () => {
    const html = '<p>{{client.firstName|"cher client"}} <a href="{{unsubscribeUrl}}">stop</a></p>';
    expect(clean(html)).to.deep.include({ html, addresses: ['{{unsubscribeUrl}}'] });
  });

  it('says the same as plain text', () => {
    const html =
      '<h1>Soldes</h1>\n<p>Un   mot,\n<b>deux</b> mots.</p><ul><li>Tasse</li><li>Bol</li></ul><p>Voir <a href="https://till.example/">la boutique</a><br>Fin</p>';
    expect(clean(html).text).to.equal('Soldes\n\nUn mot, deux mots.\n\n- Tasse\n- Bol\n\nVoir la boutique (https://till.example/)\nFin');
  });

  it('is made of what is allowed alone, whatever it was made from', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '<p>',
        '</p>',
        '<b>',
        '</b>',
        '<a href="https://x.example/">',
        '</a>',
        '<script>',
        '</script>',
        '<svg>',
        '<td',
        '"',
        "'",
        '&lt;',
        '&',
        '<!--',
        '-->',
        '=',
        '>',
        '<',
      ),
      fc.string({ maxLength: 5 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const { html } = clean(pieces.join(''));
        const again = clean(html);
        expect(again.removed).to.deep.equal([]);
        // Besides the elements above, pieces of a letter or two make others: "<", "i " and "<p>" begin an <i>.
        expect(html.replace(TAG, (tag, name: string) => (isAllowedElement(name) ? '' : tag))).to.not.match(/[<>]/);
      }),
      { numRuns: 500, examples: [[['<', 'i ', '<p>']]] },
    );
  });
});
