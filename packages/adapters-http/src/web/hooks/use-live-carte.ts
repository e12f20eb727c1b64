import type { Carte } from '@comptoir/core/carte/carte.js';
import type { PickupChannel } from '@comptoir/core/orders/order.js';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Refusal } from '../checkout.js';
import { fetchCarte } from '../client/api.js';
import { type KnownRefusals, NO_REFUSALS, refusalsAfter, withRefusals } from '../pickup.js';

const TICK_MS = 30_000;
/** What is older than this is looked at again when the guest comes back. */
const CARTE_LIFETIME_MS = 60_000;
/** How long the answer is cached on its way: for as long, what the till refused outweighs it. */
const CACHED_MS = { takeaway: 60_000, boutique: 0 } as const satisfies Record<PickupChannel, number>;

export interface LiveCarte {
  readonly carte: Carte;
  readonly now: Date;
  readonly refresh: () => Promise<void>;
  /** Takes what the till just refused into account. */
  readonly heed: (refusal: Refusal, pickupAt: string | null) => void;
}

/** The menu or the shop of the page, kept current: looked at again when the guest comes back to the page, and when asked to. */
export function useLiveCarte(channel: PickupChannel, initial: Carte, renderedAt: string): LiveCarte {
  const [latest, setLatest] = useState(initial);
  const [now, setNow] = useState(() => new Date(renderedAt));
  const [refusals, setRefusals] = useState<KnownRefusals>(NO_REFUSALS);
  const clock = useRef({ host: Date.parse(renderedAt), local: 0, refusedAt: Number.NEGATIVE_INFINITY });

  const refresh = async () => {
    const fresh = await fetchCarte(channel, initial.slug);
    if (fresh === null) return;
    clock.current.host = fresh.now.getTime();
    clock.current.local = performance.now();
    if (performance.now() - clock.current.refusedAt > CACHED_MS[channel]) setRefusals(NO_REFUSALS);
    setLatest(fresh.carte);
    setNow(fresh.now);
  };

  useEffect(() => {
    const hostNow = () => clock.current.host + performance.now() - clock.current.local;
    const timer = setInterval(() => setNow(new Date(hostNow())), TICK_MS);
    const comeBack = () => {
      if (document.visibilityState === 'visible' && performance.now() - clock.current.local > CARTE_LIFETIME_MS) void refresh();
    };
    document.addEventListener('visibilitychange', comeBack);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', comeBack);
    };
  }, []);

  const heed = (refusal: Refusal, pickupAt: string | null) => {
    clock.current.refusedAt = performance.now();
    setRefusals((known) => refusalsAfter(known, refusal, pickupAt));
  };

  return { carte: useMemo(() => withRefusals(latest, refusals), [latest, refusals]), now, refresh, heed };
}
