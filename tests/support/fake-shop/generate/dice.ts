/** Chance that falls the same way for the same seed. */
export interface Dice {
  /** From 0, below the limit. */
  int(limit: number): number;
  /** True in so many of a hundred throws. */
  percent(chance: number): boolean;
  pick<T>(choices: readonly T[]): T;
}

/** Mulberry32: small, quick, and even enough for made-up shops. */
export function makeDice(seed: number): Dice {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const int = (limit: number): number => Math.floor(next() * limit);
  return {
    int,
    percent: (chance) => next() * 100 < chance,
    pick: (choices) => {
      const picked = choices[int(choices.length)];
      if (picked === undefined) throw new Error('There is nothing to pick from.');
      return picked;
    },
  };
}
