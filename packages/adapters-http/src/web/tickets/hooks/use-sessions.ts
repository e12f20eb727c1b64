import { useEffect, useRef, useState } from 'preact/hooks';
import { fetchSessions } from '../../client/ticket-api.js';
import type { DaySession } from '../sessions.js';

/** What is older than this is looked at again when the guest comes back. */
const LIFETIME_MS = 30_000;

export interface LiveSessions {
  /** Of the offer and the month that were asked for last; null until they are there. */
  readonly sessions: readonly DaySession[] | null;
  readonly hasFailed: boolean;
  readonly refresh: () => Promise<void>;
}

export interface WantedSessions {
  readonly slug: string;
  /** Null: none yet. */
  readonly offerId: string | null;
  readonly month: string;
  readonly language: string;
  readonly timezone: string;
}

interface Fetched {
  readonly of: string;
  readonly sessions: readonly DaySession[] | null;
  readonly at: number;
}

/** The sessions of a month of an offer, looked at again when the guest comes back to the page, and when asked to. */
export function useSessions({ slug, offerId, month, language, timezone }: WantedSessions): LiveSessions {
  const [fetched, setFetched] = useState<Fetched | null>(null);
  const wanted = useRef('');
  const of = `${offerId} ${month}`;
  wanted.current = of;

  const refresh = async () => {
    if (offerId === null) return;
    const sessions = await fetchSessions({ slug, offerId, month, language, timezone });
    // Another month may have been asked for meanwhile.
    if (wanted.current === of) setFetched({ of, sessions, at: performance.now() });
  };

  useEffect(() => {
    void refresh();
  }, [of]);

  useEffect(() => {
    const comeBack = () => {
      const isOld = fetched === null || performance.now() - fetched.at > LIFETIME_MS;
      if (document.visibilityState === 'visible' && isOld) void refresh();
    };
    document.addEventListener('visibilitychange', comeBack);
    return () => document.removeEventListener('visibilitychange', comeBack);
  }, [fetched, of]);

  const current = fetched?.of === of ? fetched : null;
  return { sessions: current?.sessions ?? null, hasFailed: current !== null && current.sessions === null, refresh };
}
