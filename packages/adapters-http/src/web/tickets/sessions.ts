import { wallTimeAt } from '@comptoir/core/sites/wall-time.js';

/** Sessions of an offer, as the page knows them. */

const SESSION_LEVELS = ['open', 'few', 'full', 'past'] as const;

export interface DaySession {
  readonly id: string;
  /** `YYYY-MM-DD` in the establishment's zone. */
  readonly day: string;
  readonly start: Date;
  readonly end: Date;
  /** Null: any number. */
  readonly remaining: number | null;
  readonly level: (typeof SESSION_LEVELS)[number];
}

/** True when places of the session can still be had. */
export function isBookable({ level }: DaySession): boolean {
  return level === 'open' || level === 'few';
}

/** The sessions in an answer of `GET /api/ticketing/catalog`, by start; null when it is no such answer. */
export function readSessions(answer: unknown, timezone: string): readonly DaySession[] | null {
  if (!isRecord(answer) || !Array.isArray(answer.sessions)) return null;
  return answer.sessions.filter(isRecord).flatMap((session) => readSession(session, timezone));
}

function readSession({ id, start, end, remaining, status }: Record<string, unknown>, timezone: string): readonly DaySession[] {
  const level = SESSION_LEVELS.find((known) => known === status);
  if (typeof id !== 'string' || typeof start !== 'string' || typeof end !== 'string' || level === undefined) return [];
  const startsAt = new Date(start);
  return [
    {
      id,
      day: wallTimeAt(startsAt, timezone).date,
      start: startsAt,
      end: new Date(end),
      remaining: typeof remaining === 'number' ? remaining : null,
      level,
    },
  ];
}

/** What a day has, for the calendar. */
export interface DayFill {
  readonly count: number;
  readonly state: 'bookable' | 'full' | 'past';
}

export function fillByDay(sessions: readonly DaySession[]): ReadonlyMap<string, DayFill> {
  const days = new Map<string, DaySession[]>();
  for (const session of sessions) {
    const day = days.get(session.day);
    if (day === undefined) days.set(session.day, [session]);
    else day.push(session);
  }
  return new Map([...days].map(([day, of]) => [day, { count: of.length, state: stateOf(of) }]));
}

function stateOf(sessions: readonly DaySession[]): DayFill['state'] {
  if (sessions.some(isBookable)) return 'bookable';
  return sessions.some(({ level }) => level === 'full') ? 'full' : 'past';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
