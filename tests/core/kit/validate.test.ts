import { idSchema, instantSchema, isPlainText, newSlugSchema, parse, personText, slugSchema } from '@comptoir/core/kit/validate.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { z } from 'zod';
import { refusalOf } from '../../suites/suite.js';

const accepts = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success;

describe('text of a person', () => {
  it('is trimmed before it is measured', () => {
    expect(personText(1, 5).parse('  Zoé \n')).to.equal('Zoé');
    expect(accepts(personText(1, 5), '    ')).to.equal(false);
    expect(accepts(personText(1, 5), '   12345   ')).to.equal(true);
    expect(accepts(personText(1, 5), '123456')).to.equal(false);
    expect(personText(0, 5).parse('')).to.equal('');
  });

  it('holds any script, accents and pictures', () => {
    for (const text of ['Zoë Ó Briain', '李小龍', 'محمد', 'Łódź – « déjà » “vu”', '👩‍🍳 🌻', "O'Brien; drop table --", '<b>gras</b>']) {
      expect(personText(1, 80).parse(text)).to.equal(text);
    }
  });

  it('holds no control character and no half character anywhere', () => {
    for (const bad of ['\u0000', '\u0007', '\u001b', '\u007f', '\u0085', '\ud800', '\udfff']) {
      expect(accepts(personText(1, 80), `a${bad}b`), JSON.stringify(bad)).to.equal(false);
      expect(accepts(personText(1, 80, { multiline: true }), `a${bad}b`), JSON.stringify(bad)).to.equal(false);
    }
  });

  it('has several lines only where that is allowed', () => {
    for (const text of ['a\nb', 'a\r\nb', 'a\tb']) {
      expect(accepts(personText(1, 80), text), JSON.stringify(text)).to.equal(false);
      expect(accepts(personText(1, 80, { multiline: true }), text), JSON.stringify(text)).to.equal(true);
    }
  });

  it('is plain exactly when it has neither control nor half characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const strange = [...text].some((char) => {
          const code = char.codePointAt(0) ?? 0;
          return code < 0x20 || (code >= 0x7f && code < 0xa0) || (code >= 0xd800 && code <= 0xdfff);
        });
        expect(isPlainText(text)).to.equal(!strange);
      }),
    );
  });
});

describe('ids and slugs', () => {
  it('have 1 to 64 characters', () => {
    for (const schema of [idSchema, slugSchema]) {
      expect(['', 'x', 'x'.repeat(64), 'x'.repeat(65)].map((id) => accepts(schema, id))).to.deep.equal([false, true, true, false]);
    }
    expect(accepts(idSchema, 'a\u0000')).to.equal(false);
  });

  it('of a new establishment are lower-case words joined by hyphens', () => {
    for (const slug of ['chez-lucie', 'zinc', '1-2-3', 'x'.repeat(64)]) expect(accepts(newSlugSchema, slug), slug).to.equal(true);
    for (const slug of ['Chez', 'chez lucie', '-a', 'a-', 'a--b', 'é', 'a_b', 'a/b', '', 'a\n', 'x'.repeat(65)]) {
      expect(accepts(newSlugSchema, slug), slug).to.equal(false);
    }
  });
});

describe('instants', () => {
  it('need an offset or Z, and mean the same instant with either', () => {
    expect(instantSchema.parse('2026-06-16T12:00:00+02:00').getTime()).to.equal(Date.parse('2026-06-16T10:00:00Z'));
    expect(instantSchema.parse('2026-06-16T10:00:00.250Z').getTime()).to.equal(Date.parse('2026-06-16T10:00:00.250Z'));
  });

  it('are refused when they are no instant', () => {
    for (const text of [
      '2026-06-16',
      '2026-06-16T10:00:00',
      '2026-02-30T10:00:00Z',
      '2026-13-01T00:00:00Z',
      '2026-06-16T25:00:00Z',
      'tomorrow',
      '',
      1,
      null,
    ]) {
      expect(accepts(instantSchema, text), String(text)).to.equal(false);
    }
  });

  it('are always real dates when they are accepted', () => {
    const digits = (max: number, length: number) => fc.integer({ min: 0, max }).map((value) => String(value).padStart(length, '0'));
    const looksLikeIt = fc
      .tuple(
        digits(9999, 4),
        digits(13, 2),
        digits(32, 2),
        digits(25, 2),
        digits(61, 2),
        digits(61, 2),
        fc.constantFrom('Z', '+14:00', '-23:59', '+24:00'),
      )
      .map(([year, month, day, hour, minute, second, zone]) => `${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`);
    fc.assert(
      fc.property(looksLikeIt, (text) => {
        const parsed = instantSchema.safeParse(text);
        if (parsed.success) expect(parsed.data.getTime(), text).to.satisfy(Number.isFinite);
      }),
      { numRuns: 500 },
    );
  });
});

describe('parsing an input', () => {
  const schema = z.object({ items: z.array(z.object({ quantity: z.int() })) });

  it('answers what the schema makes of it, without what nobody declared', () => {
    expect(parse(schema, { items: [{ quantity: 1, price: 5 }], total: 9 })).to.deep.equal({ items: [{ quantity: 1 }] });
  });

  it('refuses with the path and the fault of each field', async () => {
    const refusal = await refusalOf(() => parse(schema, { items: [{ quantity: 1 }, { quantity: 'two' }] }));

    expect(refusal.code).to.equal('invalid_request');
    expect(refusal.issues.map(({ path }) => path)).to.deep.equal(['items.1.quantity']);
    expect(refusal.issues[0]?.message).to.match(/expected (?:int|number)/i);
  });

  it('uses another code when asked', async () => {
    expect((await refusalOf(() => parse(schema, null, 'invalid_json'))).code).to.equal('invalid_json');
  });

  it('lists at most 20 faults of a hostile body', async () => {
    const refusal = await refusalOf(() => parse(schema, { items: Array.from({ length: 500 }, () => ({})) }));

    expect(refusal.issues).to.have.length(20);
  });
});
