/** The system's code for a connection that failed. A message could hold what the other side has sent. */
export function faultCode(error: unknown): string {
  if (error instanceof AggregateError && error.errors[0] instanceof Error) return faultCode(error.errors[0]);
  if (!(error instanceof Error) || !('code' in error)) return 'broken';
  return typeof error.code === 'string' && /^[A-Z_]{2,40}$/.test(error.code) ? error.code : 'broken';
}
