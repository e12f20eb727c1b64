import { IDEMPOTENCY_KEPT_HOURS } from '@comptoir/core/kit/idempotency.js';
import type { Header, Parameter } from './document.js';
import type { JsonSchema } from './json-schema.js';

/** What operations of more than one host refer to. */

export const REQUEST_ID_HEADER: Header = {
  description: 'Names this request in the log: the caller’s own `X-Request-Id`, or a new one.',
  schema: { type: 'string' },
};

export const REPLAYED_HEADER: Header = {
  description: '`true` when this is the remembered answer of an earlier call with the same key.',
  schema: { type: 'string', const: 'true' },
};

export const EXPERIMENTAL_HEADER: Header = {
  description: '`true`: this way of calling may change without notice.',
  schema: { type: 'string', const: 'true' },
};

export const IDEMPOTENCY_PARAMETER: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: `Chosen by the caller, 1 to 255 visible characters: a call that is repeated with the same key and body has its effect once and gets the first answer again, for ${IDEMPOTENCY_KEPT_HOURS} hours.`,
  schema: { type: 'string', minLength: 1, maxLength: 255 },
  example: '9f2c6f0e-order-17',
};

/** The dates and large numbers of an envelope (https://github.com/flightcontrolhq/superjson). */
export const SUPERJSON_META: JsonSchema = {
  type: 'object',
  description:
    'What in `json` is more than JSON says: `values` names each by its path, such as `{"pickupAt": ["Date"]}`. Needed for the fields marked `x-superjson`; left out where there are none.',
  properties: { values: {}, v: { type: 'integer', const: 1 } },
};
