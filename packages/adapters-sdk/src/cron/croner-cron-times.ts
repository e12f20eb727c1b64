import type { CronFault, CronTimes } from '@comptoir/core/scheduler/cron-times.js';
import { Cron } from 'croner';

/** Five or six fields, without what croner takes besides: dates, years, nicknames, and `?`, which means the moment it is read. */
const FIELDS = /^[0-9A-Za-z*,/#+-]+(?: [0-9A-Za-z*,/#+-]+){4,5}$/;
const PARSED_MAX = 1000;
/** Any instant: that a time never comes does not depend on it. */
const SOME_INSTANT = new Date('2026-01-01T00:00:00Z');

/** Cron times by croner (11 or later: earlier ones lose ticks when clocks go back). Remembers what it has parsed. */
export function makeCronerCronTimes(): CronTimes {
  const parsed = new Map<string, Cron>();

  function cronOf(expression: string, timezone: string): Cron {
    const key = `${timezone}\n${expression}`;
    const known = parsed.get(key);
    if (known !== undefined) return known;
    // A fixed offset costs a quarter of a zone by name.
    const zone = timezone === 'UTC' ? { utcOffset: 0 } : { timezone };
    const cron = new Cron(expression, { mode: '5-or-6-parts', ...zone, paused: true });
    if (parsed.size >= PARSED_MAX) parsed.clear();
    parsed.set(key, cron);
    return cron;
  }

  return {
    next: (expression, timezone, after) => cronOf(expression, timezone).nextRun(after),

    faultOf(expression, timezone): CronFault | null {
      if (!isTimezone(timezone))
        return { field: 'timezone', message: 'There is no such time zone: send an IANA name, such as Europe/Paris.' };
      if (!FIELDS.test(expression)) return fault('Send five fields, or six with seconds first, such as "*/15 * * * *".');
      try {
        return cronOf(expression, timezone).nextRun(SOME_INSTANT) === null ? fault('This time never comes.') : null;
      } catch (error) {
        return fault(error instanceof Error ? error.message : 'Not a cron expression.');
      }
    },
  };
}

function fault(message: string): CronFault {
  return { field: 'schedule', message };
}

/** Offsets such as `+02:00` are none: they have no name that a person would know. */
function isTimezone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== null;
  } catch {
    return false;
  }
}
