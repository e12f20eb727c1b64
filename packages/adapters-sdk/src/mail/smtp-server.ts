/** Where mails are handed in, and how. */
export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** `implicit`: encrypted from the first byte. `required`: STARTTLS, or nothing is sent. `offered`: STARTTLS where the server has it. */
  readonly tls: 'implicit' | 'required' | 'offered';
  readonly login: { readonly user: string; readonly password: string } | null;
}

const IMPLICIT_TLS_PORT = 465;
const SUBMISSION_PORT = 587;
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/;

/**
 * Reads `smtps://user:password@host` (TLS from the start) or `smtp://user:password@host:port`, which insists on STARTTLS except
 * towards this machine; `?tls=required` and `?tls=offered` say it either way. User and password are percent-encoded.
 * Null when the text is not such an address.
 */
export function readSmtpUrl(text: string): SmtpServer | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^smtps?:$/.test(url.protocol) || url.hostname === '' || !/^\/?$/.test(url.pathname)) return null;
  const tls = tlsOf(url);
  const login = loginOf(url);
  if (tls === null || login === undefined) return null;
  const port = url.port === '' ? (tls === 'implicit' ? IMPLICIT_TLS_PORT : SUBMISSION_PORT) : Number(url.port);
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port, tls, login };
}

/** Null when the address asks for something else than it may. */
function tlsOf({ protocol, hostname, searchParams }: URL): SmtpServer['tls'] | null {
  const asked = searchParams.get('tls');
  const others = [...searchParams.keys()].some((key) => key !== 'tls') || searchParams.getAll('tls').length > 1;
  if (others) return null;
  if (protocol === 'smtps:') return asked === null ? 'implicit' : null;
  if (asked === null) return LOOPBACK.test(hostname) ? 'offered' : 'required';
  return asked === 'required' || asked === 'offered' ? asked : null;
}

/** Undefined when only half of it is there, or it is not percent-encoded. */
function loginOf({ username, password }: URL): SmtpServer['login'] | undefined {
  if (username === '' && password === '') return null;
  if (username === '' || password === '') return undefined;
  try {
    return { user: decodeURIComponent(username), password: decodeURIComponent(password) };
  } catch {
    return undefined;
  }
}
