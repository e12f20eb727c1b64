/** The reversed polynomial of IEEE 802.3. */
const POLYNOMIAL = 0xedb88320;

/** CRC-32 (ISO-HDLC, as in zip and PNG) of ASCII text, from 0 to 2³²−1. Finds typing mistakes; protects against nobody. */
export function crc32(ascii: string): number {
  let crc = 0xffffffff;
  for (let index = 0; index < ascii.length; index += 1) {
    crc ^= ascii.charCodeAt(index);
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ POLYNOMIAL : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}
