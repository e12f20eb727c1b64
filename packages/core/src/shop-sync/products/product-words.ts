/** Texts of an online shop, as the catalogue keeps them: within its limits, without what no database stores. */

/** One line; null for nothing. Longer ones end in `…`. */
export function lineOf(text: string | null, max: number): string | null {
  const line = (text ?? '').replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ').trim();
  return line === '' ? null : shortened(line, max);
}

/** Lines; null for nothing. */
export function linesOf(text: string | null, max: number): string | null {
  const lines = (text ?? '').replace(/[^\P{Cc}\n]|\p{Cs}/gu, ' ').trim();
  return lines === '' ? null : shortened(lines, max);
}

/** By code points, so that no character is cut in half. */
function shortened(text: string, max: number): string {
  if (text.length <= max) return text;
  let kept = '';
  for (const character of text) {
    if (kept.length + character.length > max - 1) break;
    kept += character;
  }
  return `${kept.trimEnd()}…`;
}
