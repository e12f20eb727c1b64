import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/** The fonts of what is printed: Source Sans 3 (SIL Open Font License), which has every letter of the languages of Europe, and the euro. */

export interface PdfFonts {
  readonly regular: Buffer;
  readonly bold: Buffer;
  /** The text with a question mark for each character that the fonts do not have: a PDF/A refers to no missing glyph. */
  printable(text: string): string;
}

export async function loadFonts(): Promise<PdfFonts> {
  const require = createRequire(import.meta.url);
  // Loaded when a document is printed: a start would take a tenth longer with it.
  const [{ create }, regular, bold] = await Promise.all([
    import('fontkit'),
    readFile(require.resolve('@expo-google-fonts/source-sans-3/400Regular/SourceSans3_400Regular.ttf')),
    readFile(require.resolve('@expo-google-fonts/source-sans-3/600SemiBold/SourceSans3_600SemiBold.ttf')),
  ]);
  const font = create(regular);
  if (!('characterSet' in font)) throw new Error('The font of documents is a collection of fonts.');
  const known = new Set(font.characterSet);
  return {
    regular,
    bold,
    printable: (text) => Array.from(text.normalize('NFC'), (char) => replacementOf(char, known)).join(''),
  };
}

/** Line ends stay: they are no glyphs. The narrow space that amounts are written with in French is one of the fonts' own, or a plain one. */
function replacementOf(char: string, known: ReadonlySet<number>): string {
  const code = char.codePointAt(0) ?? 0;
  if (char === '\n' || known.has(code)) return char;
  return /\s/.test(char) ? '\u00A0' : '?';
}
