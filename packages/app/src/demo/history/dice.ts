/** Chance that falls the same way for everybody: pseudo-random numbers from a seed. Nothing secret may come from it. */
export interface Dice {
  /** A whole number from `min` to `max`, both included. */
  between(min: number, max: number): number;
  /** True in `percent` of a hundred throws. */
  chance(percent: number): boolean;
  pick<Value>(values: readonly [Value, ...Value[]]): Value;
  /** One of the values, as often as their weights say. */
  weighted<Value>(choices: Choices<Value>): Value;
}

export type Choices<Value> = readonly [Weighted<Value>, ...Weighted<Value>[]];
type Weighted<Value> = readonly [value: Value, weight: number];

export function makeDice(seed: string): Dice {
  const next = mulberry32(hashOf(seed));
  const below = (end: number) => Math.floor(next() * end);
  return {
    between: (min, max) => min + below(max - min + 1),
    chance: (percent) => next() * 100 < percent,
    pick: (values) => values[below(values.length)] ?? values[0],
    weighted(choices) {
      let left = next() * choices.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [value, weight] of choices) {
        left -= weight;
        if (left < 0) return value;
      }
      return choices[0][0];
    },
  };
}

/** Tommy Ettinger's generator, which is in the public domain: numbers from 0 to below 1. */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}
