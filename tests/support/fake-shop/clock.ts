/** The clock of the shop, which tests set. */
export interface ShopClock {
  now(): Date;
  /** Stands still from then on; null: goes with the machine's again. */
  set(at: Date | null): void;
  /** Of a clock that stands still. */
  advance(ms: number): void;
}

export function makeShopClock(fixed: Date | null): ShopClock {
  let at = fixed;
  const now = () => new Date(at ?? Date.now());
  return {
    now,
    set: (next) => {
      at = next;
    },
    advance: (ms) => {
      at = new Date(now().getTime() + ms);
    },
  };
}
