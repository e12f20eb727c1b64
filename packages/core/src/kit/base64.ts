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
