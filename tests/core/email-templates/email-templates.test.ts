import { variantFor } from '@comptoir/core/email-templates/email-template.js';
import { renderTemplate } from '@comptoir/core/email-templates/render-template.js';
import { sampleValues } from '@comptoir/core/email-templates/sample-values.js';
import { fillVariables, variableFaults } from '@comptoir/core/email-templates/template-variables.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { aSite, establish, HOUR_MS } from '../../suites/builders.js';
import { aVariantOfMail } from '../../suites/campaign-builders.js';
import { refusalOf } from '../../suites/suite.js';
import { anOrganisation } from '../organisation.js';
import { aBench } from '../support.js';

const VALUES = sampleValues(aSite({ name: 'Chez Lucie', phone: null }), 'https://till.example/carte/lucie');
const NOBODY = { ...VALUES, 'client.firstName': null, 'client.name': '' };
const plain = (value: string) => value;

describe('the variables of a template', () => {
  it('stand for values, or for the words of whoever has none', () => {
    expect(fillVariables('{{client.firstName}} {{ client.firstName | "vous" }}', VALUES, plain)).to.equal('Camille Camille');
    expect(fillVariables('{{client.firstName|"cher client"}}, {{client.name}}.', NOBODY, plain)).to.equal('cher client, .');
  });

  it('are not filled twice: what a client is called is never a variable', () => {
    const values = { ...VALUES, 'client.firstName': '{{client.email}} $& $1' };
    expect(fillVariables('{{client.firstName}}', values, plain)).to.equal('{{client.email}} $& $1');
  });

  it('are named when they do not exist, are not of their form or are not closed', () => {
    const faultsOf = (text: string) => variableFaults('html', text).map(({ message }) => message);
    expect(faultsOf('{{client.nom}} {{client.firstName}}')).to.deep.equal(['There is no variable {{client.nom}}.']);
    expect(faultsOf('{{constructor}}')).to.deep.equal(['There is no variable {{constructor}}.']);
    expect(faultsOf('{{1+1}}')).to.deep.equal(['{{1+1}} is not of the form {{name}} or {{name|"words"}}.']);
    expect(faultsOf('{{client.firstName')).to.deep.equal(['Some double braces are not closed, or not opened.']);
    expect(faultsOf('a } b { c')).to.deep.equal([]);
  });
});

describe('a rendered template', () => {
  it('says what a client is called as words, whatever that is', () => {
    fc.assert(
      fc.property(fc.string(), (name) => {
        const { html } = renderTemplate(aVariantOfMail({ html: '<p title="{{client.lastName}}">{{client.lastName}}</p>' }), {
          ...VALUES,
          'client.lastName': name,
        });
        const body = /<p title="([^"]*)">([^<]*)<\/p><hr>/.exec(html);
        expect(body, html).to.not.equal(null);
      }),
    );
  });

  it('has a subject of one line', () => {
    const { subject } = renderTemplate(aVariantOfMail({ subject: 'Bonjour {{client.lastName}}' }), {
      ...VALUES,
      'client.lastName': 'a\r\nBcc: b',
    });
    expect(subject).to.equal('Bonjour a Bcc: b');
  });

  it('ends with the way out in its language, unless it shows it itself', () => {
    const { html, text } = renderTemplate(aVariantOfMail({ language: 'de' }), VALUES);
    expect(html).to.include('<a href="https://till.example/carte/lucie">Abbestellen</a>');
    expect(text).to.match(/Abbestellen:\nhttps:\/\/till\.example\/carte\/lucie\n$/);
    const own = renderTemplate(aVariantOfMail({ html: '<a href="{{unsubscribeUrl}}">Stop</a>', text: '{{unsubscribeUrl}}' }), VALUES);
    expect(own.html).to.include('<a href="https://till.example/carte/lucie">Stop</a></body>');
  });

  it('has a way out that leads somewhere, whatever only looks like one', () => {
    const wordsAlone = ['unsubscribeUrl', '{{client.firstName|"unsubscribeUrl"}}'];
    const inHtml = [...wordsAlone, '<p title="{{unsubscribeUrl}}">Bonjour</p>', '<a href="https://x.test/unsubscribeUrl">Stop</a>'];
    for (const html of inHtml) {
      expect(renderTemplate(aVariantOfMail({ html }), VALUES).html, html).to.match(
        /<a href="https:\/\/till\.example\/carte\/lucie">[^<]+<\/a>/,
      );
    }
    for (const text of wordsAlone)
      expect(renderTemplate(aVariantOfMail({ text }), VALUES).text, text).to.include('\nhttps://till.example/carte/lucie');
  });

  it('is in the reader’s language, the same without its region, or the first', () => {
    const variants = ['fr', 'de-CH', 'en'].map((language) => aVariantOfMail({ language }));
    const spoken = ['en', 'en-GB', 'de', 'de-CH', 'it', null].map((language) => variantFor(variants, language)?.language);
    expect(spoken).to.deep.equal(['en', 'en', 'de-CH', 'de-CH', 'fr', 'fr']);
  });
});

describe('the templates of mails', () => {
  const input = (html: string, changes: object = {}) => ({
    name: 'Nouvelles',
    allowsPictures: false,
    variants: [{ language: 'fr', subject: 'Soldes', html, ...changes }],
  });

  it('are cleaned when they are saved, and say what was left out', async () => {
    const { services, persistence } = aBench();
    const { scope } = await establish(persistence);
    const html = '<p onclick="x()">Bonjour <b>{{client.firstName|"vous"}}</b></p><script>x()</script><img src="https://spy.example/1.gif">';
    const saved = await services.emailTemplates.create(scope, input(html));
    expect(saved.variants[0]?.html).to.equal('<p>Bonjour <b>{{client.firstName|"vous"}}</b></p>');
    expect(saved.variants[0]).to.deep.include({ text: 'Bonjour {{client.firstName|"vous"}}', hasOwnText: false });
    expect([...saved.removed].sort()).to.deep.equal(['<img>', '<script>', 'onclick=']);
  });

  it('name every part that cannot be filled in', async () => {
    const { services, persistence } = aBench();
    const { scope } = await establish(persistence);
    const html = '<a href="https://spy.example/?who={{client.email}}">{{client.nom}}</a>';
    const refusal = await refusalOf(services.emailTemplates.create(scope, input(html, { subject: '{{x}}', text: '{{y}}' })));
    expect(refusal.code).to.equal('invalid_template');
    expect(refusal.issues.map(({ path }) => path)).to.deep.equal([
      'variants.0.subject',
      'variants.0.html',
      'variants.0.html',
      'variants.0.text',
    ]);
  });

  it('derive their text anew with every change of their HTML, and keep one that was written', async () => {
    const { services, persistence } = aBench();
    const { scope } = await establish(persistence);
    const { id } = await services.emailTemplates.create(scope, input('<p>Un</p>'));
    const variants = [
      { language: 'fr', subject: 'S', html: '<p>Deux</p>' },
      { language: 'en', subject: 'S', html: '<p>Two</p>', text: 'Zwei' },
    ];
    const after = await services.emailTemplates.update(scope, { id, variants });
    expect(after.variants.map(({ text }) => text)).to.deep.equal(['Deux', 'Zwei']);
    const renamed = await services.emailTemplates.update(scope, { id, version: 2, name: 'Autre' });
    expect(renamed).to.deep.include({ name: 'Autre', version: 3, variants: after.variants });
    expect((await refusalOf(services.emailTemplates.update(scope, { id, version: 2, name: 'X' }))).code).to.equal('stale');
  });

  it('are tried out on the caller’s own address, ten times an hour', async () => {
    const bench = aBench();
    const organisation = await anOrganisation(bench);
    const { scope } = organisation;
    const { user } = await organisation.joinAs('manager');
    const { emailTemplates } = bench.services;
    const { id } = await emailTemplates.create(scope, input('<p>Bonjour {{client.firstName}}</p>'));
    const test = () => emailTemplates.testSend(scope, id, 'fr', user.id);
    for (let count = 0; count < 10; count += 1) await test();
    expect((await refusalOf(test())).code).to.equal('rate_limited');
    bench.clock.advance(HOUR_MS);
    await test();
    const mails = bench.outbox.sent.filter(({ subject }) => subject === 'Soldes');
    expect(mails).to.have.length(11);
    expect(mails.every(({ to, text }) => to === user.email && text.startsWith('Bonjour Camille'))).to.equal(true);
  });
});
