import { mailWords } from '../newsletter/mail-words.js';
import type { TemplateVariant } from './email-template.js';
import { fillVariables, hasVariable, type VariableValues } from './template-variables.js';

export interface RenderedMail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** A link that a reader can follow, as clean HTML has it: the mere word, or a title, leads nowhere. */
const WAY_OUT = /<a [^>]*\bhref="\{\{\s*unsubscribeUrl\s*\}\}"/;

/** The mail for one reader. Whatever the template says, it ends with the way out; null: a mail that nobody subscribed to. */
export function renderTemplate(variant: TemplateVariant, values: VariableValues): RenderedMail {
  const { language, subject, html, text } = variant;
  const footer = values.unsubscribeUrl === null ? null : mailWords(language).unsubscribe;
  const bodyHtml = footer === null || WAY_OUT.test(html) ? html : `${html}<hr><p><a href="{{unsubscribeUrl}}">${footer}</a></p>`;
  const bodyText = footer === null || hasVariable(text, 'unsubscribeUrl') ? text : `${text}\n\n--\n${footer}:\n{{unsubscribeUrl}}`;
  return {
    subject: fillVariables(subject, values, asWritten).replace(/\p{Cc}+/gu, ' '),
    html: documentOf(language, fillVariables(bodyHtml, values, escapeHtml)),
    text: `${fillVariables(bodyText, values, asWritten)}\n`,
  };
}

function documentOf(language: string, body: string): string {
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"></head><body>${body}</body></html>`;
}

const asWritten = (value: string) => value;

/** Safe in text and in quoted attributes. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}
