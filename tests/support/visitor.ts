/** A browser as far as cookies and redirects go. */
export interface Visitor {
  /** Goes to the address and follows redirects while `stays` says so; gives the last answer and where it came from. */
  visit(address: string, stays?: (next: URL) => boolean): Promise<Visit>;
  /** Sends a form, then the same. */
  submit(address: string, form: Readonly<Record<string, string>>, stays?: (next: URL) => boolean): Promise<Visit>;
  /** What would go into the `Cookie` header. */
  cookiesFor(address: string): string;
}

export interface Visit {
  readonly url: URL;
  readonly response: Response;
  /** Where it points to, when it is a redirect that was not followed. */
  readonly next: URL | null;
}

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly host: string;
  readonly path: string;
}

export function aVisitor(): Visitor {
  const jar = new Map<string, Cookie>();

  function keep(url: URL, line: string): void {
    const [pair = '', ...attributes] = line.split(/;\s*/);
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    const attribute = (wanted: string) => attributes.map((text) => text.split('=')).find(([key]) => key?.toLowerCase() === wanted)?.[1];
    const path = attribute('path') ?? '/';
    const isGone = attribute('max-age') === '0' || Date.parse(attribute('expires') ?? '') < Date.now();
    const key = `${url.host} ${path} ${name}`;
    if (isGone) jar.delete(key);
    else jar.set(key, { name, value, host: url.host, path });
  }

  function cookiesFor(address: string): string {
    const { host, pathname } = new URL(address);
    const own = [...jar.values()].filter((cookie) => cookie.host === host && pathname.startsWith(cookie.path));
    return own.map(({ name, value }) => `${name}=${value}`).join('; ');
  }

  async function go(url: URL, init: RequestInit, stays: (next: URL) => boolean): Promise<Visit> {
    const headers = { Cookie: cookiesFor(url.href), Accept: 'text/html', ...init.headers };
    const response = await fetch(url, { ...init, redirect: 'manual', headers });
    for (const line of response.headers.getSetCookie()) keep(url, line);
    const location = response.headers.get('location');
    const next = location === null ? null : new URL(location, url);
    return next !== null && stays(next) ? go(next, {}, stays) : { url, response, next };
  }

  const anywhere = () => true;
  return {
    visit: (address, stays = anywhere) => go(new URL(address), {}, stays),
    submit: (address, form, stays = anywhere) => go(new URL(address), { method: 'POST', body: new URLSearchParams(form) }, stays),
    cookiesFor,
  };
}
