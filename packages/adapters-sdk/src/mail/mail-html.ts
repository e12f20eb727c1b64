/** The HTML that a mail may have: words, their form, links, tables and pictures. No script, no form, no frame, no style sheet. */

const BLOCKS = 'p div h1 h2 h3 h4 h5 h6 ul ol li blockquote pre table thead tbody tfoot tr hr center'.split(' ');
const INLINE = 'a abbr b br code em i img small span strong sub sup u s td th caption'.split(' ');
const VOID = new Set(['br', 'hr', 'img']);
const ALLOWED = new Set([...BLOCKS, ...INLINE]);

/** Their contents are no words. */
export const SILENT: ReadonlySet<string> = new Set(
  'script style title template noscript iframe object embed applet svg math textarea select audio video canvas'.split(' '),
);

/** May stand at every element. */
const GLOBAL = new Set(['align', 'dir', 'lang', 'style', 'title', 'valign']);
const OWN: Readonly<Record<string, readonly string[]>> = {
  a: ['href'],
  img: ['src', 'alt', 'width', 'height'],
  table: ['width', 'cellpadding', 'cellspacing', 'border', 'bgcolor', 'role'],
  tr: ['bgcolor'],
  td: ['width', 'height', 'colspan', 'rowspan', 'bgcolor'],
  th: ['width', 'height', 'colspan', 'rowspan', 'bgcolor', 'scope'],
  ol: ['start'],
};

/** Of style attributes: letters, colours and room. Nothing that loads, hides behind other things or moves over them. */
const STYLE_NAME =
  /^(?:color|background-color|font(?:-family|-size|-style|-weight)?|line-height|letter-spacing|text-align|text-decoration|text-transform|vertical-align|(?:max-|min-)?width|(?:max-)?height|(?:margin|padding|border)(?:-(?:top|right|bottom|left|color|style|width|radius|collapse|spacing))?|display)$/;
/** No `url(`, `expression(`, escape, comment or further rule. */
const STYLE_VALUE = /^[\w\s#%.,'"!+-]*(?:rgba?\([\d\s.,%]+\))?[\w\s#%.,'"!+-]*$/;

/** A link leads to a page, a mail or a telephone, or to where a variable says. */
const LINK = /^(?:https?:\/\/|mailto:|tel:)[^\s\p{Cc}]+$|^\{\{[^{}]*\}\}$/iu;
const PICTURE = /^https:\/\/[^\s\p{Cc}]+$/iu;

export function isAllowedElement(name: string): boolean {
  return ALLOWED.has(name);
}

export function isVoid(name: string): boolean {
  return VOID.has(name);
}

/** Stands on lines of its own. */
export function isBlock(name: string): boolean {
  return BLOCKS.includes(name);
}

/** The attributes that may stay, and the names of those that may not. */
export function allowedAttributes(element: string, given: Readonly<Record<string, string>>) {
  const kept: (readonly [name: string, value: string])[] = [];
  const left: string[] = [];
  for (const [name, value] of Object.entries(given)) {
    const clean = isKnown(element, name) ? cleanValue(name, value) : null;
    if (clean === null) left.push(name);
    else kept.push([name, clean]);
  }
  return { kept, left };
}

function isKnown(element: string, name: string): boolean {
  return GLOBAL.has(name) || (Object.hasOwn(OWN, element) && (OWN[element] ?? []).includes(name));
}

function cleanValue(name: string, value: string): string | null {
  if (name === 'href') return LINK.test(value.trim()) ? value.trim() : null;
  if (name === 'src') return PICTURE.test(value.trim()) ? value.trim() : null;
  if (name === 'style') return cleanStyle(value);
  return value;
}

/** Null when nothing of it may stay. */
function cleanStyle(style: string): string | null {
  const rules = style.split(';').flatMap((rule) => {
    const colon = rule.indexOf(':');
    const [name, value] = [rule.slice(0, colon).trim().toLowerCase(), rule.slice(colon + 1).trim()];
    return colon > 0 && STYLE_NAME.test(name) && STYLE_VALUE.test(value) ? [`${name}: ${value}`] : [];
  });
  return rules.length === 0 ? null : rules.join('; ');
}
