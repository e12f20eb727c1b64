import { z } from 'zod';
import { cursorInput } from '../kit/page.js';
import { idSchema, instantInput, uniqueBy } from '../kit/validate.js';
import { seenVersion, versionedFields } from '../kit/versioned.js';
import { addDays } from '../sites/wall-time.js';
import { fillOf, SESSION_STATUSES } from './session-fill.js';
import { SERIES_DAYS_MAX } from './session-series.js';
import type { TicketSession } from './ticket-session.js';

/** Sessions as the back office writes and sees them. */

const CAPACITY_MAX = 100_000;
const MINUTES_MAX = 31 * 24 * 60;
const TIMES_MAX = 96;
/** Days whose first and last instant every database knows, in every time zone. */
const FIRST_DAY = '1970-01-02';
const LAST_DAY = '9999-11-30';

export const capacityInput = z
  .int()
  .min(0)
  .max(CAPACITY_MAX)
  .nullable()
  .meta({ description: 'Seats, held and booked ones included. Null: any number.', examples: [40] });

/** A calendar day of the establishment. */
export const sessionDay = z.iso
  .date({ abort: true })
  .refine((day) => day >= FIRST_DAY && day <= LAST_DAY, 'A day between 1970 and 9999')
  .meta({ examples: ['2026-06-16'] });

const duration = z.int().min(1).max(MINUTES_MAX);

/** One session. */
export const sessionInput = z.object({
  offerId: idSchema,
  startsAt: instantInput,
  endsAt: instantInput.optional().meta({ description: 'Left out: after as long as the offer says.' }),
  capacity: capacityInput.default(null),
});
export type SessionInput = z.output<typeof sessionInput>;

const wallTime = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'A time HH:MM');
const inOrder = ({ from, to }: { from: string; to: string }) => from <= to && to < addDays(from, SERIES_DAYS_MAX);

/** Many sessions. */
export const seriesInput = z
  .object({
    offerId: idSchema,
    from: sessionDay,
    to: sessionDay.meta({ description: 'The last day; at most a year after the first.', examples: ['2026-07-16'] }),
    days: z.array(z.int().min(1).max(7)).min(1).max(7).default([1, 2, 3, 4, 5, 6, 7]).meta({ description: 'ISO weekdays: 1 is Monday.' }),
    times: z
      .array(wallTime)
      .min(1)
      .max(TIMES_MAX)
      .refine(
        uniqueBy((time: string) => time),
        'A time is named twice',
      )
      .meta({ description: 'When they begin, by the clocks of the establishment.', examples: [['10:00', '14:30']] }),
    except: z.array(sessionDay).max(SERIES_DAYS_MAX).default([]).meta({ description: 'Days without any.' }),
    durationMinutes: duration.optional().meta({ description: 'Left out: as long as the offer says.' }),
    capacity: capacityInput.default(null),
  })
  .refine(inOrder, { path: ['to'], message: 'Not before the first day, and within a year' });
export type SeriesInput = z.output<typeof seriesInput>;

/** Undefined leaves; a capacity of null is any number. */
export const sessionUpdate = z.object({
  id: idSchema,
  version: seenVersion,
  startsAt: instantInput.optional(),
  endsAt: instantInput.optional().meta({ description: 'Left out while the start moves: the session stays as long as it was.' }),
  capacity: capacityInput.optional(),
});

export const sessionQuery = cursorInput.extend({
  offerId: idSchema.optional(),
  from: instantInput.optional().meta({ description: 'Starting then or later …' }),
  to: instantInput.optional().meta({ description: '… and before.' }),
});

export const sessionRecord = z.object({
  ...versionedFields,
  offerId: z.string(),
  startsAt: z.date(),
  endsAt: z.date(),
  capacity: z.int().nullable(),
  heldSeats: z.int(),
  confirmedSeats: z.int(),
  remaining: z.int().nullable(),
  fill: z.number().meta({ description: 'From 0 to 1.' }),
  status: z.enum(SESSION_STATUSES),
  cancelledAt: z.date().nullable(),
});

/** The session as it stands at `now`. */
export function presentSession(session: TicketSession, now: Date): z.input<typeof sessionRecord> {
  return { ...session, ...fillOf(session, now) };
}
