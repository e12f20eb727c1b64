const BEARER = /^Bearer +([\w.~+/-]+=*) *$/i;

/** The one token of the `Authorization` headers; empty when there are several or it is of another scheme. */
export function bearerIn(headers: readonly string[]): string {
  const [header = '', ...others] = headers;
  return others.length > 0 ? '' : (BEARER.exec(header)?.[1] ?? '');
}
