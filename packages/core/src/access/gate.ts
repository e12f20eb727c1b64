import { z } from 'zod';
import type { NamedRecord } from '../kit/named-record.js';

/** What may be said of a gate; a gate of which nothing is said goes by the settings of the establishment. */
export interface GateFields {
  /** The offers it lets in; empty: all. Passes are of no offer and go everywhere. */
  readonly offerIds: readonly string[];
  /** Minutes before a session begins from which it lets in; null: as the establishment does. */
  readonly earlyMinutes: number | null;
  /** Minutes after a session has ended until which it lets in. */
  readonly lateMinutes: number | null;
  /** Whether those who have left may come back. */
  readonly reentry: boolean | null;
}

/** A gate with rules of its own, known by the name that scans give. */
export interface Gate extends NamedRecord, GateFields {}

/** Up to a week: an exhibition may let in all through it. */
export const toleranceMinutes = z.int().min(0).max(10_080);

/** What holds at a gate. */
export interface GateRules {
  readonly offerIds: readonly string[];
  readonly earlyMinutes: number;
  readonly lateMinutes: number;
  readonly reentry: boolean;
}

/** What holds while the establishment has set nothing. */
export const DEFAULT_RULES: Omit<GateRules, 'offerIds'> = { earlyMinutes: 60, lateMinutes: 0, reentry: true };

/** The settings of the establishment, by what they are of. */
export const RULE_SETTINGS = {
  earlyMinutes: 'access.earlyMinutes',
  lateMinutes: 'access.lateMinutes',
  reentry: 'access.reentry',
} as const;

/** What holds at the gate: what is said of it, else of the establishment, else by itself. */
export function rulesAt(gate: GateFields | null, settings: ReadonlyMap<string, unknown>): GateRules {
  const early = settings.get(RULE_SETTINGS.earlyMinutes);
  const late = settings.get(RULE_SETTINGS.lateMinutes);
  const reentry = settings.get(RULE_SETTINGS.reentry);
  return {
    offerIds: gate?.offerIds ?? [],
    earlyMinutes: gate?.earlyMinutes ?? (typeof early === 'number' ? early : DEFAULT_RULES.earlyMinutes),
    lateMinutes: gate?.lateMinutes ?? (typeof late === 'number' ? late : DEFAULT_RULES.lateMinutes),
    reentry: gate?.reentry ?? (typeof reentry === 'boolean' ? reentry : DEFAULT_RULES.reentry),
  };
}
