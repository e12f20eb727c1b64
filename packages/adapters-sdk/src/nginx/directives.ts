/** The language of nginx's configuration, as a tree: what is written into a file is made of these and nothing else. */
export interface Directive {
  /** Its words: `listen 443 ssl`. */
  readonly words: string;
  /** What stands in its braces; null for one that ends with a semicolon. */
  readonly block: readonly Directive[] | null;
}

/** What a value is made of. None of it means anything to nginx's parser, so a value never is more, or less, than (part of) a word. */
const VALUE = /^[A-Za-z0-9._/:[\]-]+$/;

/** A value that cannot be written. A fault of the program: contracts and checks refuse such values long before. */
export class UnsafeValue extends Error {
  override readonly name = 'UnsafeValue';
}

/** Values of a list become words of their own. */
type Value = string | number | readonly string[];

/** A directive from text of the program with values in it: line`listen ${port} ssl`. Throws `UnsafeValue`. */
export function line(text: TemplateStringsArray, ...values: readonly Value[]): Directive {
  return { words: String.raw({ raw: text }, ...values.map(written)), block: null };
}

/** The same with directives in braces: block`location /`([…]). Throws `UnsafeValue`. */
export function block(text: TemplateStringsArray, ...values: readonly Value[]): (inside: readonly Directive[]) => Directive {
  const { words } = line(text, ...values);
  return (inside) => ({ words, block: inside });
}

function written(value: Value): string {
  const words = typeof value === 'object' ? value : [String(value)];
  const unsafe = words.find((word) => !VALUE.test(word));
  if (unsafe !== undefined || words.length === 0) throw new UnsafeValue(`nginx cannot be given ${JSON.stringify(unsafe)}`);
  return words.join(' ');
}

/** The text of a file: two spaces a level, one directive a line. */
export function serialize(directives: readonly Directive[], indent = ''): string {
  return directives
    .map(({ words, block: inside }) =>
      inside === null ? `${indent}${words};\n` : `${indent}${words} {\n${serialize(inside, `${indent}  `)}${indent}}\n`,
    )
    .join('');
}
