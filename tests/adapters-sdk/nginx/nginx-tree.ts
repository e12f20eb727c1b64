/** A directive as nginx reads it: its words, quotes and escapes resolved, and what stands in its braces. */
export interface ReadDirective {
  readonly words: readonly string[];
  readonly block: readonly ReadDirective[] | null;
}

type Token = { readonly kind: 'word'; readonly text: string } | { readonly kind: ';' | '{' | '}' };

/** Reads a configuration by the rules of nginx's own parser (ngx_conf_read_token), not by those of the product. */
export function readNginx(text: string): readonly ReadDirective[] {
  return readBlock(tokensOf(text), 'end');
}

function readBlock(tokens: Iterator<Token>, until: '}' | 'end'): readonly ReadDirective[] {
  const directives: ReadDirective[] = [];
  let words: string[] = [];
  for (let next = tokens.next(); ; next = tokens.next()) {
    const kind = next.done ? 'end' : next.value.kind;
    if (next.value?.kind === 'word') words.push(next.value.text);
    else if (kind === until && words.length === 0) return directives;
    else if (kind === 'end' || kind === '}' || words.length === 0) throw new SyntaxError(`unexpected ${kind}`);
    else {
      directives.push({ words, block: kind === '{' ? readBlock(tokens, '}') : null });
      words = [];
    }
  }
}

const ESCAPES: Readonly<Record<string, string>> = { '"': '"', "'": "'", '\\': '\\', t: '\t', r: '\r', n: '\n' };

function* tokensOf(text: string): Generator<Token, undefined> {
  let at = 0;
  while (at < text.length) {
    const char = text.charAt(at);
    if (/[ \t\r\n]/.test(char)) at += 1;
    else if (char === '#') at = lineEnd(text, at);
    else if (char === ';' || char === '{' || char === '}') {
      at += 1;
      yield { kind: char };
    } else {
      const quote = char === '"' || char === "'" ? char : null;
      const end = wordEnd(text, quote === null ? at : at + 1, quote);
      yield { kind: 'word', text: unescaped(text.slice(quote === null ? at : at + 1, end)) };
      at = quote === null ? end : end + 1;
      if (quote !== null && !/[\s;{)]/.test(text.charAt(at))) throw new SyntaxError(`unexpected "${text.charAt(at)}"`);
    }
  }
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}

/** Inside of a word neither `#` nor `}` ends it, and `${` belongs to a variable. */
function wordEnd(text: string, start: number, quote: string | null): number {
  for (let at = start; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === '\\') at += 1;
    else if (quote !== null ? char === quote : /[ \t\r\n;]/.test(char) || (char === '{' && text.charAt(at - 1) !== '$')) return at;
  }
  throw new SyntaxError('unexpected end of file');
}

function unescaped(word: string): string {
  return word.replace(/\\(["'\\trn])/g, (_escaped, char: string) => ESCAPES[char] ?? '');
}
