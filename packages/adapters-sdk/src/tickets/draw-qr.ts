import type PDFDocument from 'pdfkit';
import { encodeQR } from 'qr';

/** The white margin a scanner needs, in modules (ISO/IEC 18004). */
const MARGIN = 4;

/** Draws the text as a QR code in a square, its margin included: one path, which stays sharp at any size. */
export function drawQr(doc: InstanceType<typeof PDFDocument>, text: string, x: number, y: number, size: number): void {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: MARGIN });
  const module = size / rows.length;
  for (const [row, cells] of rows.entries()) {
    for (const { start, length } of runsOf(cells)) doc.rect(x + start * module, y + row * module, length * module, module);
  }
  doc.fill('#000000');
}

/** The dark stretches of a row: drawn one by one, hair lines would show between neighbours. */
function runsOf(cells: readonly boolean[]): readonly { readonly start: number; readonly length: number }[] {
  const runs: { start: number; length: number }[] = [];
  for (const [index, isDark] of cells.entries()) {
    const last = runs.at(-1);
    if (!isDark) continue;
    if (last !== undefined && last.start + last.length === index) last.length += 1;
    else runs.push({ start: index, length: 1 });
  }
  return runs;
}
