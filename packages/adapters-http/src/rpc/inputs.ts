import { DomainError } from '@comptoir/core/kit/errors.js';
import type { Context } from 'koa';
import { readText } from '../kit/read-json.js';
import { decode } from './decode.js';
import { isJsonRecord } from './plain-json.js';
import type { RpcRequest } from './request.js';
import { unusable } from './unusable-input.js';

/** The input of a call, by its place in the request. Throws `invalid_json` and `invalid_request`, for that call alone. */
export type Inputs = (index: number) => unknown;

/** Reads the inputs from where the method puts them. Throws what concerns the whole request: a body or a batch that cannot be read. */
export async function readInputs(ctx: Context, { method, input, isBatch }: RpcRequest): Promise<Inputs> {
  const text = method === 'GET' ? input : await readText(ctx);
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
