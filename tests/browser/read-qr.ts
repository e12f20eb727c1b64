import decodeQR from 'qr/decode.js';
import type { WatchedBrowser } from './support.js';

/** What the QR codes on pictures (PNG) say, as a scanner would read them. The browser itself turns them into points. */
export async function readQr(browser: WatchedBrowser, pictures: readonly Buffer[]): Promise<string[]> {
  const context = await browser.newContext({});
  const page = await context.newPage();
  const texts: string[] = [];
  for (const picture of pictures) {
    const { width, height, data } = await page.evaluate(pointsOf, picture.toString('base64'));
    texts.push(decodeQR({ width, height, data: Buffer.from(data, 'base64') }));
  }
  await context.close();
  return texts;
}

/** Runs in a page. */
async function pointsOf(base64: string) {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('The browser draws nothing.');
  context.drawImage(bitmap, 0, 0);
  const { width, height, data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
  // As text: a list of so many numbers takes seconds on its way.
  const letters = Array.from(data, (byte) => String.fromCharCode(byte));
  return { width, height, data: btoa(letters.join('')) };
}
