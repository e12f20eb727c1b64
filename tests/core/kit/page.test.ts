import { cursorInput, cursorPage, decodeCursor, encodeCursor, pageInput } from '@comptoir/core/kit/page.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { refusalOf } from '../../suites/suite.js';

/** Any text, halves of characters included. */
const anyText = fc.string({ unit: 'binary' });

describe('pages', () => {
  it('start at 1, hold 20 unless told, and never more than 100', () => {
    expect(pageInput.parse({})).to.deep.equal({ page: 1, pageSize: 20 });
    expect(pageInput.parse({ page: 3, pageSize: 100, search: '  thé ' })).to.deep.equal({ page: 3, pageSize: 100, search: 'thé' });
    expect(pageInput.parse({ pageSize: 5000 }).pageSize).to.equal(100);
  });

  it('refuse what is no page', () => {
    for (const input of [
      { page: 0 },
      { page: -1 },
      { page: 1.5 },
      { pageSize: 0 },
      { page: '1' },
      { search: 'x'.repeat(201) },
      { search: 'a\u0000' },
    ]) {
      expect(pageInput.safeParse(input).success, JSON.stringify(input)).to.equal(false);
    }
  });
});

describe('cursors', () => {
  it('carry any sort key to the next call', () => {
    fc.assert(
      fc.property(fc.array(anyText, { maxLength: 4 }), (key) => {
        expect(decodeCursor(encodeCursor(key), key.length)).to.deep.equal(key);
      }),
    );
  });

  it('are safe in a URL as they are', () => {
    fc.assert(
      fc.property(fc.array(anyText, { minLength: 1, maxLength: 3 }), (key) => {
        expect(encodeCursor(key)).to.match(/^[0-9a-f]+$/);
      }),
    );
  });

  it('are accepted again by the list that gave them, however long the name and whatever its script', () => {
    for (const char of ['a', 'é', '日', '"', '\\', '🌻']) {
      const name = char.repeat(120).slice(0, 120);
      const cursor = encodeCursor([name, '100000', 'x'.repeat(64)]);

      expect(cursorInput.safeParse({ cursor }).success, char).to.equal(true);
    }
  });

  it('that nobody made are refused as an invalid request, never as a fault', async () => {
    const made = encodeCursor(['a', 'b']);
    for (const junk of ['', 'x', 'zz', '0', made.slice(1), made.slice(0, -2), `${made}00`, 'ff', '25', '2525', '💥', '../../etc']) {
      const refusal = await refusalOf(() => decodeCursor(junk, 2));
      expect([refusal.code, refusal.issues[0]?.path], junk).to.deep.equal(['invalid_request', 'cursor']);
    }
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789abcdef') }), (junk) => {
        expect(() => decodeCursor(junk, 2)).to.throw('does not have the expected shape');
      }),
    );
  });

  it('of another list, with another number of parts, are refused', async () => {
    expect((await refusalOf(() => decodeCursor(encodeCursor(['a']), 2))).code).to.equal('invalid_request');
    expect((await refusalOf(() => decodeCursor(encodeCursor(['a', 'b', 'c']), 2))).code).to.equal('invalid_request');
  });

  it('lead through a list without repeating or missing a row', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 1, max: 7 }), (count, limit) => {
        const all = Array.from({ length: count }, (_, index) => String(index).padStart(3, '0'));
        const seen: string[] = [];
        let after = '';
        for (let calls = 0; calls <= count; calls += 1) {
          const page = cursorPage(all.filter((row) => row > after).slice(0, limit + 1), limit, (row) => [row]);
          expect(page.items.length).to.be.at.most(limit);
          seen.push(...page.items);
          if (page.nextCursor === null) break;
          [after = ''] = decodeCursor(page.nextCursor, 1);
        }
        expect(seen).to.deep.equal(all);
      }),
    );
  });

  it('end with the last row: a full last page leads nowhere', () => {
    expect(cursorPage(['a', 'b'], 2, (row) => [row])).to.deep.equal({ items: ['a', 'b'], nextCursor: null });
    expect(cursorPage(['a', 'b', 'c'], 2, (row) => [row])).to.deep.equal({ items: ['a', 'b'], nextCursor: encodeCursor(['b']) });
    expect(cursorPage([], 2, () => [])).to.deep.equal({ items: [], nextCursor: null });
  });

  it('take limits from query texts, 50 unless told and at most 200', () => {
    expect(cursorInput.parse({})).to.deep.equal({ limit: 50 });
    expect(cursorInput.parse({ limit: '200' }).limit).to.equal(200);
    for (const limit of ['0', '201', '1.5', 'many', '']) expect(cursorInput.safeParse({ limit }).success, limit).to.equal(false);
  });
});
