import { DomainError } from '@comptoir/core/kit/errors.js';
import { decode } from './decode.js';
import { isJsonRecord } from './plain-json.js';
import { unusable } from './unusable-input.js';

/** The input of a call, by its place in the request. Throws `invalid_json` and `invalid_request`, for that call alone. */
export type Inputs = (index: number) => unknown;

/** The inputs in the text of a body or of `?input=`. Throws what concerns the whole request: a batch that cannot be read. */
export function inputsIn(text: string, isBatch: boolean): Inputs {
  if (text === '') return () => undefined;
  if (!isBatch) return () => decode(parseInput(text));
  const envelopes = parseInput(text);
  if (!isJsonRecord(envelopes)) throw unusable('', 'Send the inputs of several calls as {"0": …, "1": …}.');
  return (index) => (Object.hasOwn(envelopes, index) ? decode(envelopes[index]) : undefined);
}

function parseInput(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new DomainError('invalid_json', { message: 'The input is not valid JSON.', cause: error });
  }
}
