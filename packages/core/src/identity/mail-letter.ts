import type { Mail } from '../kit/mail.js';

/** A mail before it has a form: plain sentences, and at most one thing to do. */
export interface Letter {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly action: { readonly label: string; readonly url: string } | null;
}

/** The letter as plain text and as HTML without pictures, styles or trackers. */
export function mailOf(to: string, { subject, paragraphs, action }: Letter): Mail {
  const text = [...paragraphs, ...(action === null ? [] : [`${action.label}:\n${action.url}`])].join('\n\n');
  const link = action === null ? '' : `<p><a href="${escapeHtml(action.url)}">${escapeHtml(action.label)}</a></p>`;
  const html = `<!doctype html><html><body>${paragraphs.map((line) => `<p>${escapeHtml(line)}</p>`).join('')}${link}</body></html>`;
  return { to, subject: inOneLine(subject), text: `${text}\n`, html };
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}

/** A subject is a header: a name with a line break in it must not begin another one. */
function inOneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ');
}
