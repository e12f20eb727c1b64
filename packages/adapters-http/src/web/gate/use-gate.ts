import type { Direction } from '@comptoir/core/access/scan.js';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { type GateDesk, makeGateDesk, type Outcome } from './gate-desk.js';
import { openGateMemory } from './gate-memory.js';
import { type GateApi, makeGateApi, Refused, Unreachable, type UploadAnswer } from './gate-wire.js';
import { signalOutcome } from './signal-outcome.js';

export type Conflict = UploadAnswer['conflicts'][number];
/** What keeps the gate from working. */
export type GateFault = 'key' | 'feature' | 'notReady' | null;

export interface Gate {
  readonly outcome: (Outcome & { readonly number: number }) | null;
  readonly online: boolean;
  readonly waiting: number;
  readonly occupancy: number | null;
  readonly gates: readonly string[];
  readonly conflicts: readonly Conflict[];
  readonly fault: GateFault;
  scan(text: string, gate: string, direction: Direction): void;
  forgetConflicts(): void;
}

/** How often the gate tells and asks while it is online. */
const ROUND_MS = 10_000;
/** Every so many rounds it takes everything along anew. */
const LIST_ROUNDS = 6;

/** The gate as the page shows it; with a key it is at work. */
export function useGate(slug: string, key: string): Gate {
  const desk = useRef<{ readonly desk: GateDesk; readonly api: GateApi } | null>(null);
  const [outcome, setOutcome] = useState<Gate['outcome']>(null);
  const [online, setOnline] = useState(true);
  const [waiting, setWaiting] = useState(0);
  const [occupancy, setOccupancy] = useState<number | null>(null);
  const [gates, setGates] = useState<readonly string[]>([]);
  const [conflicts, setConflicts] = useState<readonly Conflict[]>([]);
  const [fault, setFault] = useState<GateFault>(null);

  const take = useCallback((error: unknown) => {
    if (error instanceof Unreachable) setOnline(false);
    else if (error instanceof Refused && error.status === 401) setFault('key');
    else if (error instanceof Refused && error.code === 'feature_disabled') setFault('feature');
    // At the wrong pace, or a code it cannot take: the next round, or the next scan, tells more.
    else if (!(error instanceof Refused)) throw error;
  }, []);

  const round = useCallback(
    async (number: number) => {
      const at = desk.current;
      if (at === null) return;
      try {
        const reports = await at.desk.tell();
        setConflicts((known) => [...known, ...reports.flatMap((report) => report.conflicts)]);
        if (number % LIST_ROUNDS === 0) setGates((await at.desk.takeAlong()).gates.map(({ name }) => name));
        setOccupancy((await at.api.occupancy()).occupancy);
        setOnline(true);
        setFault(null);
      } catch (error) {
        take(error);
      }
      setWaiting(await at.desk.waiting());
    },
    [take],
  );

  useEffect(() => {
    let timer = 0;
    let ended = false;
    let number = 0;
    const go = async () => {
      clearTimeout(timer);
      await round(number);
      number += 1;
      if (!ended) timer = window.setTimeout(go, ROUND_MS);
    };
    const lost = () => setOnline(false);
    void openGateMemory(slug).then((memory) => {
      const api = makeGateApi(key);
      desk.current = { api, desk: makeGateDesk(api, memory) };
      void go();
    });
    window.addEventListener('online', go);
    window.addEventListener('offline', lost);
    return () => {
      ended = true;
      clearTimeout(timer);
      window.removeEventListener('online', go);
      window.removeEventListener('offline', lost);
    };
  }, [slug, key, round]);

  const scan = async (text: string, gate: string, direction: Direction) => {
    const at = desk.current;
    if (at === null) return;
    try {
      const next = await at.desk.scan(text, gate, direction);
      signalOutcome(next.admitted);
      setOutcome((last) => ({ ...next, number: (last?.number ?? 0) + 1 }));
      setOnline(!next.offline);
      if (next.occupancy !== null) setOccupancy(next.occupancy);
      setWaiting(await at.desk.waiting());
    } catch (error) {
      if (error instanceof Unreachable) setFault('notReady');
      take(error);
    }
  };

  return {
    ...{ outcome, online, waiting, occupancy, gates, conflicts, fault },
    scan: (text, gate, direction) => void scan(text, gate, direction),
    forgetConflicts: () => setConflicts([]),
  };
}
