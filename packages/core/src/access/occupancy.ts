/** How many are inside. */

/** What one gate has counted on a day. */
export interface GateCount {
  readonly gate: string;
  readonly entries: number;
  readonly exits: number;
}

export interface Occupancy {
  /** The day of the establishment, `YYYY-MM-DD`. */
  readonly day: string;
  readonly entries: number;
  readonly exits: number;
  /** Entries less exits of the day, never below zero: whoever came before midnight leaves after it. */
  readonly inside: number;
  /** By name. */
  readonly gates: readonly (GateCount & { readonly inside: number })[];
}

/** The occupancy that the counts of the gates make. */
export function occupancyOf(day: string, gates: readonly GateCount[]): Occupancy {
  const entries = gates.reduce((sum, gate) => sum + gate.entries, 0);
  const exits = gates.reduce((sum, gate) => sum + gate.exits, 0);
  return { day, entries, exits, inside: insideOf({ entries, exits }), gates: gates.map((gate) => ({ ...gate, inside: insideOf(gate) })) };
}

function insideOf({ entries, exits }: Pick<GateCount, 'entries' | 'exits'>): number {
  return Math.max(0, entries - exits);
}
