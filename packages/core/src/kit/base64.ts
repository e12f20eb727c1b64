const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The bytes in base 64 (RFC 4648), padded. */
export function base64Of(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let index = 0; index < bytes.length; index += 3) {
    const [first = 0, second, third] = bytes.subarray(index, index + 3);
    const group = (first << 16) | ((second ?? 0) << 8) | (third ?? 0);
    const digits = [18, 12, 6, 0].map((shift) => DIGITS.charAt((group >> shift) & 63));
    parts.push(
      digits[0] ?? '',
      digits[1] ?? '',
      second === undefined ? '=' : (digits[2] ?? ''),
      third === undefined ? '=' : (digits[3] ?? ''),
    );
  }
  return parts.join('');
}

const CANONICAL = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** The bytes that a padded base 64 text holds; null when it is none. */
export function bytesOfBase64(text: string): Uint8Array | null {
  if (!CANONICAL.test(text)) return null;
  const digits = text.replace(/=+$/, '');
  const bytes = new Uint8Array(Math.floor((digits.length * 6) / 8));
  let [held, bits, next] = [0, 0, 0];
  for (const digit of digits) {
    held = ((held << 6) | DIGITS.indexOf(digit)) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[next] = (held >> bits) & 0xff;
    next += 1;
  }
  return bytes;
}
