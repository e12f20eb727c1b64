import { z } from 'zod';
import { instantInput } from '../kit/validate.js';
import { instantAt } from '../sites/wall-time.js';

/** Days whose first and last instant every database knows, in every time zone. */
const FIRST_DAY = '1970-01-02';
const LAST_DAY = '9999-12-30';

/** A calendar day of the establishment, or an instant. */
export const dayOrInstant = z.union([
  z.iso.date({ abort: true }).refine((day) => day >= FIRST_DAY && day <= LAST_DAY, 'A day between 1970 and 9999'),
  instantInput,
]);

type DayOrInstant = z.output<typeof dayOrInstant>;

/** What lies between: `to` as a day is the last one, as an instant the first that does not count. */
export interface Period {
  readonly from?: DayOrInstant | undefined;
  readonly to?: DayOrInstant | undefined;
}

/** The instants that a period is between, by the clocks of the time zone. */
export function instantsOf({ from, to }: Period, timezone: string): { readonly from: Date | undefined; readonly to: Date | undefined } {
  return {
    from: typeof from === 'string' ? instantAt(from, '00:00', timezone) : from,
    to: typeof to === 'string' ? instantAt(to, '24:00', timezone) : to,
  };
}
