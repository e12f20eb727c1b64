import { crc32, deflateSync } from 'node:zlib';
import { Transformer } from '@napi-rs/image';

/** Pictures as people upload them, and as nobody should. */

/** One colour on the left, another on the right, so that turning it shows. */
function pixels(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(width * height * 4, 255);
  for (let row = 0; row < height; row += 1) bytes.fill(0, row * width * 4, row * width * 4 + Math.floor(width / 2) * 4);
  for (let at = 3; at < bytes.length; at += 4) bytes[at] = 255;
  return bytes;
}

const drawn = (width: number, height: number) => Transformer.fromRgbaPixels(pixels(width, height), width, height);

export const aPng = (width = 800, height = 600): Promise<Buffer> => drawn(width, height).png();
export const aJpeg = (width = 800, height = 600): Promise<Buffer> => drawn(width, height).jpeg(90);
export const aWebp = (width = 800, height = 600): Promise<Buffer> => drawn(width, height).webp(90);
export const anAvif = (width = 800, height = 600): Promise<Buffer> => drawn(width, height).avif({ speed: 10, quality: 50 });

/** Lies on its side until its Exif orientation is obeyed, and says where it was taken. */
export async function aPhoneJpeg(width = 800, height = 600): Promise<Buffer> {
  const jpeg = await aJpeg(width, height);
  return Buffer.concat([jpeg.subarray(0, 2), exifSegment(), jpeg.subarray(2)]);
}

/** Where the phone was, as its Exif says it. */
export const GPS_MARK = 'WGS-84';

/** TIFF (little-endian) with orientation 6 and a GPS directory that names its map datum. */
function exifSegment(): Buffer {
  const directory = (...entries: readonly (readonly [tag: number, type: number, count: number, value: number])[]) => {
    const bytes = Buffer.alloc(2 + entries.length * 12 + 4);
    bytes.writeUInt16LE(entries.length, 0);
    for (const [index, [tag, type, count, value]] of entries.entries()) {
      const at = 2 + index * 12;
      bytes.writeUInt16LE(tag, at);
      bytes.writeUInt16LE(type, at + 2);
      bytes.writeUInt32LE(count, at + 4);
      bytes.writeUInt32LE(value, at + 8);
    }
    return bytes;
  };
  const main = directory([0x0112, 3, 1, 6], [0x8825, 4, 1, 38]);
  const gps = directory([0x0012, 2, GPS_MARK.length + 1, 56]);
  const tiff = Buffer.concat([Buffer.from('II*\0\x08\0\0\0', 'latin1'), main, gps, Buffer.from(`${GPS_MARK}\0`)]);
  const body = Buffer.concat([Buffer.from('Exif\0\0'), tiff]);
  const head = Buffer.alloc(4);
  head.writeUInt16BE(0xffe1, 0);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
}

/** A few bytes that claim that many pixels. */
export function aPngOf(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  const start = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([start, chunk('IHDR', header), chunk('IDAT', deflateSync(Buffer.alloc(1000))), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
