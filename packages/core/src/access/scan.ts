/** A code that was held against the reader of a gate, and what came of it. */

export const DIRECTIONS = ['entry', 'exit'] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** Why somebody is not let in (interfaces A, "Scan"). `invalid`: nothing here has this code. */
export const SCAN_REASONS = ['invalid', 'used', 'cancelled', 'wrong_session', 'too_early', 'too_late', 'blocked'] as const;
export type ScanReason = (typeof SCAN_REASONS)[number];

export const HOLDER_KINDS = ['ticket', 'pass'] as const;
export type HolderKind = (typeof HOLDER_KINDS)[number];

/** What a code stands for. */
export interface HolderRef {
  readonly kind: HolderKind;
  readonly id: string;
}

/** Kept for good, refused ones and unknown codes too; annulling is the one thing that happens to it. */
export interface Scan {
  readonly tenantId: string;
  readonly siteId: string;
  readonly id: string;
  readonly gate: string;
  /** Chosen by the device: the same nonce at the same gate is the same scan. */
  readonly nonce: string;
  readonly direction: Direction;
  /** When it happened. */
  readonly at: Date;
  /** When it was told here: later, where a device was offline. */
  readonly receivedAt: Date;
  /** SHA-256 of the code, hexadecimal: whoever reads the list can let nobody in. */
  readonly codeHash: string;
  /** Null: the code is unknown. */
  readonly holder: HolderRef | null;
  /** Of a ticket. */
  readonly sessionId: string | null;
  /** Null: admitted. */
  readonly reason: ScanReason | null;
  /** Why it would have been refused, had the device not been offline; null unless it admitted somebody all the same. */
  readonly forced: ScanReason | null;
  /** Whether it changed how many are inside: not a refusal, nor the exit of somebody who is not inside. */
  readonly counts: boolean;
  /** True: the first entry with the ticket, or one of those a pass has. */
  readonly uses: boolean;
  /** Where somebody had been let in with the code before this was decided. */
  readonly elsewhere: Entry | null;
  /** As `actorName` writes it. */
  readonly actor: string;
  readonly annulledAt: Date | null;
}

/** Where and when somebody was let in. */
export interface Entry {
  readonly gate: string;
  readonly at: Date;
}

/** What the scans of one code that stand say. */
export interface Presence {
  /** Entries less exits. */
  readonly inside: number;
  readonly lastEntry: Entry | null;
}

export const NEVER_HERE: Presence = { inside: 0, lastEntry: null };
