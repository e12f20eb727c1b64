/** The source of a mail (RFC 5322, MIME) as its reader sees it; for the mails this product writes, not for any. */
export interface ReadMail {
  /** Header fields by lower-case name, unfolded and decoded. */
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
  readonly html: string;
}

export function readMail(source: string): ReadMail {
  const { headers, body } = split(source);
  const boundary = /boundary="([^"]+)"/.exec(headers.get('content-type') ?? '')?.[1] ?? '';
  const parts = body.split(`--${boundary}`).slice(1, -1).map(split);
  const partOf = (type: string) => {
    const part = parts.find((candidate) => candidate.headers.get('content-type')?.startsWith(type));
    return part === undefined ? '' : decodeBody(part.body, part.headers.get('content-transfer-encoding') ?? '');
  };
  return { headers, text: partOf('text/plain'), html: partOf('text/html') };
}

function split(source: string): { headers: ReadonlyMap<string, string>; body: string } {
  const [head = '', ...rest] = source.replace(/^\r\n/, '').split('\r\n\r\n');
  const fields = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  const headers = fields.map((field) => {
    const colon = field.indexOf(':');
    return [field.slice(0, colon).toLowerCase(), decodeWords(field.slice(colon + 1).trim())] as const;
  });
  return { headers: new Map(headers), body: rest.join('\r\n\r\n') };
}

/** Encoded words (RFC 2047); the space between two of them is not part of the text. */
function decodeWords(value: string): string {
  return value
    .replace(/\?= =\?/g, '?==?')
    .replace(/=\?utf-8\?([QB])\?([^?]*)\?=/gi, (_word, encoding: string, content: string) =>
      encoding.toUpperCase() === 'B' ? fromBase64(content) : fromQuotedPrintable(content.replaceAll('_', ' ')),
    );
}

function decodeBody(body: string, encoding: string): string {
  const decoded = encoding === 'base64' ? fromBase64(body) : encoding === 'quoted-printable' ? fromQuotedPrintable(body) : body;
  return decoded.replaceAll('\r\n', '\n').replace(/\n$/, '');
}

function fromBase64(content: string): string {
  return Buffer.from(content, 'base64').toString('utf8');
}

function fromQuotedPrintable(content: string): string {
  const octets = content
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_octet, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return Buffer.from(octets, 'latin1').toString('utf8');
}
