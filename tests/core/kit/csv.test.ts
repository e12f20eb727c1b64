import { readCsv, withFormula, withoutFormula, writeCsv } from '@comptoir/core/kit/csv.js';
import { expect } from 'chai';
import fc from 'fast-check';

const cellsOf = (text: string) => readCsv(text).records.map(({ cells }) => cells);

/** Texts made of what CSV is about. */
const hostileText = fc
  .array(fc.constantFrom('"', ',', ';', '\n', '\r', '\r\n', "'", '=', '+', '-', '@', '\t', ' ', 'a', 'é', '🫖', '\uFEFF'), { maxLength: 8 })
  .map((parts) => parts.join(''));

describe('comma-separated values', () => {
  it('are read back as they were written, whatever is in them', () => {
    const table = fc.array(fc.array(hostileText, { minLength: 2, maxLength: 4 }), { maxLength: 5 });
    fc.assert(
      fc.property(table, (rows) => {
        // The first line says what separates, as a line of headings does.
        const written = [['heading', 'other'], ...rows];
        expect(cellsOf(writeCsv(written))).to.deep.equal(written);
      }),
    );
  });

  it('are written as RFC 4180 says', () => {
    expect(writeCsv([['a', 'b "c"', 'd,e', 'f\ng', '']])).to.equal('a,"b ""c""","d,e","f\ng",\r\n');
  });

  it('are read with any line ends, empty lines, a byte order mark, and without an end of the last line', () => {
    expect(cellsOf('\uFEFFa,b\r\nc,\n\n\rd,"e"')).to.deep.equal([
      ['a', 'b'],
      ['c', ''],
      ['d', 'e'],
    ]);
    expect(cellsOf('')).to.deep.equal([]);
    expect(cellsOf('a,')).to.deep.equal([['a', '']]);
    expect(cellsOf('"a"\n')).to.deep.equal([['a']]);
    expect(cellsOf('5" pipe,b')).to.deep.equal([['5" pipe', 'b']]);
  });

  it('are read with semicolons where the first line has those', () => {
    expect(cellsOf('a;b\n"1;2";3,5')).to.deep.equal([
      ['a', 'b'],
      ['1;2', '3,5'],
    ]);
    expect(cellsOf('a,b\n1;2,3')).to.deep.equal([
      ['a', 'b'],
      ['1;2', '3'],
    ]);
  });

  it('know the line that every record starts on', () => {
    expect(readCsv('a,b\n"x\r\ny",z\n\nc,d').records.map(({ line }) => line)).to.deep.equal([1, 2, 5]);
  });

  it('say where a quote is broken, and keep what came before', () => {
    for (const broken of ['a,b\n"c,d', 'a,b\n"c"x,d'])
      expect(readCsv(broken)).to.deep.equal({ records: [{ line: 1, cells: ['a', 'b'] }], brokenAt: 2 });
  });

  it('take a cell of a mebibyte in their stride', () => {
    const long = '"x'.repeat(524_288);
    expect(cellsOf(writeCsv([['a', long]]))).to.deep.equal([['a', long]]);
  });
});

describe('a cell that a spreadsheet would calculate', () => {
  it('stands behind an apostrophe', () => {
    for (const formula of ['=1+1', '+33', '-2', '@SUM(A1)', '\tx', '\rx', "'=1"]) expect(withoutFormula(formula)).to.equal(`'${formula}`);
    for (const plain of ['', 'a=1', "l'eau", "'ail'", '1-2']) expect(withoutFormula(plain)).to.equal(plain);
  });

  it('is read back as the text it was, and never starts like a formula', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        expect(withoutFormula(text)).to.not.match(/^[=+\-@\t\r]/);
        expect(withFormula(withoutFormula(text))).to.equal(text);
      }),
    );
  });
});
