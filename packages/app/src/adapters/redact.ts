/** Names of fields whose value is never written down, whatever it is. */
const SECRET_NAME = /secret|passw|token|authorization|cookie|credential|private_?key|api_?key|signature/i;
/** Credentials inside an address: `postgres://user:password@host`. */
const URL_CREDENTIALS = /(\b[a-z][a-z0-9+.-]*:\/\/)[^\s/?#@]+@/gi;
/** Nothing deeper is worth a log line, and a cycle ends here. */
const DEPTH_MAX = 6;
const REMOVED = '[redacted]';

/** The fields of a log line without secrets: a second net, for what should not have been logged at all. */
export function redact(fields: Record<string, unknown>): Record<string, unknown> {
  return redactEntries(fields, 0);
}

function redactEntries(fields: object, depth: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, SECRET_NAME.test(name) ? REMOVED : redactValue(value, depth + 1)]),
  );
}

function redactValue(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return value.replace(URL_CREDENTIALS, `$1${REMOVED}@`);
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (depth > DEPTH_MAX) return '[deep]';
  if (value instanceof Error) return redactEntries(errorFields(value), depth);
  if (Array.isArray(value)) return value.map((item) => redactValue(item, depth + 1));
  return redactEntries(value, depth);
}

/** What an error says, with its causes and whatever its class adds; `Error`'s own fields are not enumerable. */
function errorFields(error: Error): Record<string, unknown> {
  const cause = error.cause === undefined ? {} : { cause: error.cause };
  return { ...error, type: error.name, message: error.message, stack: error.stack, ...cause };
}
