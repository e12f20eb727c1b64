/** An element of XML, written. Made by `element`, so that no text in it is markup. */
export interface Xml {
  readonly xml: string;
}

type Content = string | null | readonly (Xml | null)[];

/** The element; null where there is nothing to say, so that optional ones can be listed with the others. */
export function element(name: string, content: Content, attributes: Readonly<Record<string, string>> = {}): Xml | null {
  if (content === null) return null;
  const inner = typeof content === 'string' ? escaped(content) : content.map((child) => child?.xml ?? '').join('');
  if (inner === '') return null;
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  return { xml: `<${name}${written.join('')}>${inner}</${name}>` };
}

/** A whole document. */
export function xmlDocument(root: Xml | null): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root?.xml ?? ''}\n`;
}

/** XML 1.0 knows no control characters but tab and line ends. */
function escaped(text: string): string {
  const plain = text.replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, ' ');
  return plain.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}
