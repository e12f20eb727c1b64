import type { Issue } from '../kit/errors.js';

/**
 * What stands for something in a template: `{{client.firstName}}`, or with words for whoever has none
 * `{{client.firstName|"cher client"}}`. Nothing else is in braces: a template holds no code.
 */

export const TEXT_VARIABLES = [
  'client.firstName',
  'client.lastName',
  'client.name',
  'client.company',
  'client.email',
  'site.name',
  'site.city',
  'site.phone',
] as const;

/** Whole addresses: these alone may be where a link leads. */
export const URL_VARIABLES = ['site.url', 'unsubscribeUrl'] as const;

export const VARIABLES = [...TEXT_VARIABLES, ...URL_VARIABLES] as const;
export type Variable = (typeof VARIABLES)[number];

/** Null: there is none, and the fallback stands instead. */
export type VariableValues = Readonly<Record<Variable, string | null>>;

const BRACES = /\{\{(.*?)\}\}/gs;
/** A quote is `&quot;` within an attribute of HTML. */
const CONTENT = /^\s*([A-Za-z][\w.]*)\s*(?:\|\s*(?:"|&quot;)((?:(?!"|&quot;).)*)(?:"|&quot;)\s*)?$/s;

/** The text with values in the place of variables. Fallbacks are in the form of the text already; values are put through `written`. */
export function fillVariables(text: string, values: VariableValues, written: (value: string) => string): string {
  return text.replace(BRACES, (whole, content: string) => {
    const [, name = '', fallback = ''] = CONTENT.exec(content) ?? [];
    if (!isVariable(name)) return whole;
    const value = values[name];
    return value === null || value === '' ? fallback : written(value);
  });
}

/** True where the value of the variable stands in the text. */
export function hasVariable(text: string, name: Variable): boolean {
  return [...text.matchAll(BRACES)].some(([, content = '']) => CONTENT.exec(content)?.[1] === name);
}

/** What cannot be filled in the text. */
export function variableFaults(path: string, text: string): readonly Issue[] {
  const faults = [...text.matchAll(BRACES)].flatMap(([whole, content = '']) => {
    const name = CONTENT.exec(content)?.[1];
    if (name === undefined) return [{ path, message: `${shortened(whole)} is not of the form {{name}} or {{name|"words"}}.` }];
    return isVariable(name) ? [] : [{ path, message: `There is no variable {{${shortened(name)}}}.` }];
  });
  const rest = text.replace(BRACES, '');
  return /\{\{|\}\}/.test(rest) ? [...faults, { path, message: 'Some double braces are not closed, or not opened.' }] : faults;
}

/** An address is one as a whole or one variable: nothing of a client gets into the addresses of other hosts. */
export function addressFaults(path: string, addresses: readonly string[]): readonly Issue[] {
  return addresses
    .filter((address) => /\{\{/.test(address) && !URL_VARIABLES.some((name) => address.replace(/\s/g, '') === `{{${name}}}`))
    .map((address) => ({ path, message: `A link cannot be made of ${shortened(address)}.` }));
}

function isVariable(name: string): name is Variable {
  return VARIABLES.some((variable) => variable === name);
}

function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
