/** Throws of a die that falls the same for the same seed. */
export interface Dice {
  /** A whole number from 0 to below the limit. */
  below(limit: number): number;
  one<Value>(values: readonly Value[]): Value;
  chance(share: number): boolean;
  /** So many, or fewer. */
  upTo<Value>(count: number, make: () => Value): Value[];
}

/** Mulberry32: short, fast, and random enough to make requests of. */
export function makeDice(seed: number): Dice {
  let state = seed | 0;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    one(values) {
      const index = below(values.length);
      if (index >= values.length) throw new RangeError('there is nothing to choose from');
      return values[index] as (typeof values)[number];
    },
    chance: (share) => next() < share,
    upTo: (count, make) => Array.from({ length: below(count + 1) }, make),
  };
}
