import { wallTimeAt } from '@comptoir/core/sites/wall-time.js';
import type { TicketWindow, WindowOffer } from '@comptoir/core/ticketing/ticket-counter.js';
import { useEffect, useRef, useState } from 'preact/hooks';
import { type Choice, fitting, fittingDay, fittingOffer, hashOf, NO_CHOICE, readHash } from '../choice.js';
import { monthOf } from '../month.js';
import { type LiveSessions, useSessions } from './use-sessions.js';

export interface LiveChoice {
  readonly choice: Choice;
  readonly today: string;
  readonly month: string;
  readonly live: LiveSessions;
  readonly pickOffer: (offer: WindowOffer | null) => void;
  readonly pickDay: (day: string) => void;
  readonly pickSession: (sessionId: string) => void;
  readonly showMonth: (month: string) => void;
  /** Chooses as a link would: what no longer fits is left out. */
  readonly open: (asked: Choice) => void;
}

/** What the guest has chosen, kept in the address, and held against what there is whenever that is looked at anew. */
export function useChoice(window: TicketWindow, language: string, renderedAt: string): LiveChoice {
  const { slug, timezone } = window.site;
  const today = wallTimeAt(new Date(renderedAt), timezone).date;
  const [choice, setChoice] = useState(NO_CHOICE);
  const [month, setMonth] = useState(monthOf(today));
  const live = useSessions({ slug, offerId: choice.offerId, month, language, timezone });
  /** Asked for by a link, and not yet held against the sessions. */
  const asked = useRef<Choice | null>(null);
  const [openings, setOpenings] = useState(0);

  const open = (wanted: Choice) => {
    const offer = fittingOffer(window, wanted);
    asked.current = offer === undefined ? null : wanted;
    setOpenings((count) => count + 1);
    setChoice({ ...NO_CHOICE, offerId: offer?.id ?? null });
    if (offer !== undefined) setMonth(monthOf(fittingDay(wanted, today) ?? firstDay(offer)));
  };

  const firstDay = ({ nextSession }: WindowOffer) => (nextSession === null ? today : wallTimeAt(new Date(nextSession), timezone).date);

  useEffect(() => {
    const openLink = () => open(readHash(location.hash));
    if (location.hash !== '') openLink();
    addEventListener('hashchange', openLink);
    return () => removeEventListener('hashchange', openLink);
  }, []);

  useEffect(() => {
    const { sessions } = live;
    if (sessions === null) return;
    const wanted = asked.current;
    asked.current = null;
    setChoice((current) => ({ ...current, ...fitting(wanted ?? current, sessions, today) }));
  }, [live.sessions, openings]);

  useEffect(() => {
    if (asked.current === null) history.replaceState(history.state, '', location.pathname + location.search + hashOf(choice));
  }, [choice]);

  return {
    choice,
    today,
    month,
    live,
    open,
    pickOffer: (offer) => open({ ...NO_CHOICE, offerId: offer?.id ?? null }),
    pickDay: (day) => setChoice((current) => ({ ...current, day, sessionId: null })),
    pickSession: (sessionId) => setChoice((current) => ({ ...current, sessionId })),
    showMonth: (next) => {
      setMonth(next);
      setChoice(({ offerId }) => ({ ...NO_CHOICE, offerId }));
    },
  };
}
