import type { Language } from '../language.js';

const UNITS: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** `il y a 5 minutes`, `yesterday`, `now`: in words that no time zone changes, for nobody knows that of the reader. */
export function elapsed(since: Date, now: Date, language: Language): string {
  const seconds = Math.max(0, (now.getTime() - since.getTime()) / 1000);
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const unit = UNITS.find(([, size]) => seconds >= size);
  return unit === undefined ? format.format(0, 'second') : format.format(-Math.floor(seconds / unit[1]), unit[0]);
}
