import { searchWordsOf } from '@comptoir/core/kit/search-words.js';
import MarkdownIt from 'markdown-it';

/**
 * Articles as HTML. Raw HTML stays text, links lead to the web, mail and telephones only, and pictures come from this host: whoever
 * writes an article cannot run anything in the page of a reader, nor make it tell a third party who reads.
 */
const markdown = new MarkdownIt({ html: false, linkify: true, typographer: false });

const LINKS = /^(?:https?:\/\/|mailto:|tel:|\/(?!\/)|#)/i;
const OWN_PICTURE = /^\/(?!\/)/;

/** HTML has six ranks of headings; the first is the title of the article. */
const LAST_RANK = 6;

markdown.validateLink = (address) => LINKS.test(address.trim());

type Rule = NonNullable<typeof markdown.renderer.rules.link_open>;

const openLink: Rule = (tokens, index, options, _environment, self) => {
  const token = tokens[index];
  if (token !== undefined && /^https?:/i.test(String(token.attrGet('href')))) token.attrSet('rel', 'noopener');
  return self.renderToken(tokens, index, options);
};

const picture: Rule = (tokens, index, options, environment, self) => {
  const token = tokens[index];
  if (token === undefined) return '';
  const [source, words] = [String(token.attrGet('src')), self.renderInlineAsText(token.children ?? [], options, environment)];
  const { escapeHtml } = markdown.utils;
  if (OWN_PICTURE.test(source)) return `<img src="${escapeHtml(source)}" alt="${escapeHtml(words)}" loading="lazy">`;
  return `<a href="${escapeHtml(source)}" rel="noopener">${escapeHtml(words === '' ? source : words)}</a>`;
};

/** Headings begin below the title and leave out no rank, whatever ranks their writer took, and can be linked to. */
markdown.core.ruler.push('headings', ({ tokens }) => {
  const [open, known] = [[] as number[], new Set<string>()];
  tokens.forEach((token, index) => {
    if (token.type === 'heading_close') token.tag = rankBelow(open);
    if (token.type !== 'heading_open') return;
    const level = Number(token.tag.slice(1));
    while ((open.at(-1) ?? 0) >= level) open.pop();
    open.push(level);
    token.tag = rankBelow(open);
    token.attrSet('id', freeId(tokens[index + 1]?.content ?? '', known));
  });
});

markdown.renderer.rules.link_open = openLink;
markdown.renderer.rules.image = picture;
// Wide tables scroll by themselves, also by keyboard, instead of making the page wide.
markdown.renderer.rules.table_open = () => '<div class="article__table" tabindex="0"><table>';
markdown.renderer.rules.table_close = () => '</table></div>';

/** An article's text as HTML that may stand in a page as it is. */
export function renderMarkdown(text: string): string {
  return markdown.render(text);
}

/** The rank of a heading below the title and those it stands under, itself included. */
function rankBelow(open: readonly number[]): string {
  return `h${Math.min(LAST_RANK, open.length + 1)}`;
}

function freeId(heading: string, known: Set<string>): string {
  const stem = `s-${searchWordsOf([heading]).slice(0, 8).join('-')}`;
  let id = stem;
  for (let number = 2; known.has(id); number += 1) id = `${stem}-${number}`;
  known.add(id);
  return id;
}
