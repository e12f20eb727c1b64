/** Programs and their arguments as one line of text, without a shell. */

export type SplitCommand = { readonly argv: readonly string[] } | { readonly fault: string };

/** What only a shell gives a meaning to: whoever writes it expects one. */
const SHELL_ONLY = /[|&;<>()$`]/;
const TOKEN = /\s+|'(?<single>[^']*)'|"(?<double>(?:[^"\\]|\\.)*)"|\\(?<escaped>.)|(?<plain>[^\s'"\\]+)/suy;

/**
 * Splits at spaces; quotes and backslashes keep characters together as in a shell. Nothing is expanded, and what a shell would act
 * on is a fault unless it is quoted.
 */
export function splitCommand(line: string): SplitCommand {
  const argv: string[] = [];
  let word: string | null = null;
  let at = 0;
  while (at < line.length) {
    TOKEN.lastIndex = at;
    const groups = TOKEN.exec(line)?.groups;
    if (groups === undefined) return { fault: 'A quote is not closed, or the line ends with a backslash.' };
    at = TOKEN.lastIndex;
    const part = groups['single'] ?? groups['double']?.replace(/\\(["\\$`])/g, '$1') ?? groups['escaped'] ?? groups['plain'];
    if (groups['plain'] !== undefined && SHELL_ONLY.test(groups['plain'])) return { fault: SHELL_FAULT };
    if (part !== undefined) word = (word ?? '') + part;
    else if (word !== null) {
      argv.push(word);
      word = null;
    }
  }
  if (word !== null) argv.push(word);
  return { argv };
}

const SHELL_FAULT = 'This is not run by a shell: quote | & ; < > ( ) $ and `, or send the program and its arguments as a list.';

/** The line that splits into these arguments. */
export function joinCommand(argv: readonly string[]): string {
  return argv.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(' ');
}
