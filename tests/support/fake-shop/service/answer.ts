import type { DialectTraits } from '../dialect.js';

/** What the web service answers; also what a fault makes of it. */
export interface Answer {
  readonly status: number;
  /** Null: no body and no content type. */
  readonly type: string | null;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

export type Format = 'json' | 'xml';

const JSON_TYPE = 'application/json; charset=utf-8';
const XML_TYPE = 'text/xml;charset=utf-8';

export function bodyAnswer(body: string, format: Format, status = 200): Answer {
  return { status, type: format === 'json' ? JSON_TYPE : XML_TYPE, body, headers: {} };
}

/** As the shop answers for a record that is not there, and PHP when it dies. */
export function emptyAnswer(status: number): Answer {
  return { status, type: null, body: '', headers: {} };
}

/** An error of the web service, by the code of its sources. */
export interface ServiceError {
  readonly code: number;
  readonly message: string;
}

/** Refuses a request: status and what to say. */
export class Refusal extends Error {
  readonly status: number;
  readonly errors: readonly ServiceError[];

  constructor(status: number, ...errors: readonly ServiceError[]) {
    super(errors.map(({ message }) => message).join(' '));
    this.status = status;
    this.errors = errors;
  }
}

/** A request that makes no sense in the dialect. */
export function inputError(traits: DialectTraits, code: number, message: string): Refusal {
  return new Refusal(traits.inputErrorStatus, { code, message });
}

export function refusalAnswer(refusal: Refusal, format: Format, traits: DialectTraits): Answer {
  const errors = refusal.errors.map(({ code, message }) => (traits.age === 0 ? { message, code } : { code, message }));
  if (format === 'json') return bodyAnswer(JSON.stringify({ errors }), format, refusal.status);
  const nodes = errors.map(
    ({ code, message }) => `<error><code><![CDATA[${code}]]></code><message><![CDATA[${message}]]></message></error>`,
  );
  return bodyAnswer(inPrestashop(`<errors>${nodes.join('')}</errors>`), format, refusal.status);
}

/** A statement that MySQL refuses: told without a code by the elder lineage. */
export function sqlErrorAnswer(traits: DialectTraits, statement: string): Answer {
  const body = traits.tellsSqlErrors
    ? { errors: [{ notice: 'An error occurred, see the logs.', encrypted_error: Buffer.from(statement).toString('base64') }] }
    : { errors: [{ code: 97, message: `[SQL Error] ${statement}` }] };
  return bodyAnswer(JSON.stringify(body), 'json', 500);
}

export function inPrestashop(nodes: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<prestashop xmlns:xlink="http://www.w3.org/1999/xlink">\n${nodes}\n</prestashop>\n`;
}

/** The word that is most like it; the last one of those that are. */
export function closest(input: string, words: readonly string[]): string {
  let best = words[0] ?? '';
  let shortest = Number.POSITIVE_INFINITY;
  for (const word of words) {
    const distance = levenshtein(input, word);
    if (distance > shortest) continue;
    best = word;
    shortest = distance;
  }
  return best;
}

export function didYouMean(message: string, input: string, words: readonly string[]): string {
  return `${message}. Did you mean: "${closest(input, words)}"? The full list is: ${words.map((word) => `"${word}"`).join(', ')}`;
}

function levenshtein(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, place) => place);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j += 1) {
      const replaced = (row[j] ?? 0) + (b[j] === letter ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
