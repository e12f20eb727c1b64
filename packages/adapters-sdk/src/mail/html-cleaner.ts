import type { CleanHtml, HtmlCleaner } from '@comptoir/core/kit/html-cleaner.js';
import { Parser } from 'htmlparser2';
import { allowedAttributes, isAllowedElement, isBlock, isVoid, SILENT } from './mail-html.js';

/**
 * A strict allow-list over the events of htmlparser2: small, kept for many years, follows the tokenizer of browsers. What comes out is
 * written from the events, so nothing that a browser might read differently is ever copied. A whole sanitizer (sanitize-html) does the
 * same over the same parser, and brings a CSS parser for styles that are not allowed here.
 */
export const htmlCleaner: HtmlCleaner = {
  clean(source, { pictures }) {
    const writer = makeWriter(pictures);
    const parser = new Parser(
      {
        onopentag: (name, attributes) => writer.open(name, attributes),
        onclosetag: (name) => writer.close(name),
        ontext: (text) => writer.text(text),
        oncomment: () => writer.leaveOut('<!-- -->'),
        onprocessinginstruction: (name) => writer.leaveOut(`<${name}>`),
      },
      { decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
    );
    parser.end(source);
    return writer.result();
  },
};

function makeWriter(pictures: boolean) {
  let html = '';
  const words = makeWords();
  const silence = makeSilence();
  const addresses: string[] = [];
  const removed = new Set<string>();
  /** What was written and is not closed yet. */
  const open: string[] = [];

  /** Those that stay. */
  function attributesOf(name: string, given: Readonly<Record<string, string>>): readonly (readonly [string, string])[] {
    const { kept, left } = allowedAttributes(name, given);
    for (const each of left) removed.add(`${each}=`);
    for (const [key, value] of kept) if (key === 'href' || key === 'src') addresses.push(value);
    return kept;
  }

  const mayStay = (name: string) => isAllowedElement(name) && (name !== 'img' || pictures);

  return {
    open(name: string, given: Readonly<Record<string, string>>): void {
      if (silence.open(name)) return;
      if (mayStay(name)) {
        const kept = attributesOf(name, given);
        html += `<${name}${kept.map(([key, value]) => ` ${key}="${escapeAttribute(value)}"`).join('')}>`;
        if (!isVoid(name)) open.push(name);
        words.open(name, Object.fromEntries(kept));
        return;
      }
      removed.add(`<${name}>`);
      if (SILENT.has(name)) silence.begin(name);
    },
    close(name: string): void {
      // The end of an element that never began, as of a tag that breaks off, ends nothing.
      if (silence.close(name) || open.at(-1) !== name) return;
      open.pop();
      html += `</${name}>`;
      words.close(name);
    },
    text(part: string): void {
      if (silence.isOn()) return;
      html += escapeText(part);
      words.add(part);
    },
    leaveOut: (what: string) => removed.add(what),
    result: (): CleanHtml => ({ html, text: words.result(), addresses, removed: [...removed] }),
  };
}

/** Whether what is read is within an element that is left out with its contents. */
function makeSilence() {
  let within: string | null = null;
  let depth = 0;
  return {
    isOn: () => within !== null,
    begin(name: string): void {
      [within, depth] = [name, 1];
    },
    /** True where nothing is heard. */
    open(name: string): boolean {
      if (name === within) depth += 1;
      return within !== null;
    },
    close(name: string): boolean {
      const isSilent = within !== null;
      if (name === within) depth -= 1;
      if (depth === 0) within = null;
      return isSilent;
    },
  };
}

/** The same as plain text. */
function makeWords() {
  let text = '';
  const links: string[] = [];
  function beginLine(): void {
    text = text.replace(/[ \t]+$/, '');
    if (text !== '' && !text.endsWith('\n')) text += '\n';
  }
  return {
    open(name: string, given: Readonly<Record<string, string>>): void {
      if (name === 'br') text += '\n';
      else if (isBlock(name)) beginLine();
      if (name === 'li') text += '- ';
      if (name === 'img') text += given['alt'] ?? '';
      if (name === 'a') links.push(given['href'] ?? '');
    },
    add(part: string): void {
      text += part.replace(/\s+/g, ' ');
    },
    close(name: string): void {
      const href = name === 'a' ? (links.pop() ?? '') : '';
      if (href !== '' && !text.endsWith(href)) text += ` (${href})`;
      if (name === 'td' || name === 'th') text += ' ';
      if (!isBlock(name)) return;
      beginLine();
      if (name !== 'li' && name !== 'tr') text += '\n';
    },
    result: () => tidy(text),
  };
}

function tidy(text: string): string {
  return text
    .replace(/[ \t]*\n[ \t]*/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\u00a0': '&nbsp;' };

function escapeText(text: string): string {
  return text.replace(/[&<>\u00a0]/g, (char) => ENTITIES[char] ?? char);
}

function escapeAttribute(text: string): string {
  return text.replace(/[&<>"\u00a0]/g, (char) => ENTITIES[char] ?? char);
}
