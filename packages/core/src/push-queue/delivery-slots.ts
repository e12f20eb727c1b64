/**
 * The deliveries that one process has under way at once, over all apps. Whoever has the fewest goes first when there is not room for
 * everybody, and no app gets the last quarter: one with a backlog never keeps another waiting for its answers.
 */
export interface DeliverySlots {
  /** Takes a slot; false when there is none for the app now. */
  take(appId: string): boolean;
  give(appId: string): void;
  /** Of those that wait, the one to go first: of the app with the fewest deliveries, then with the fewest of its own; null: nobody. */
  first<Waiting extends Waits>(waiting: Iterable<Waiting>): Waiting | null;
}

interface Waits {
  readonly appId: string;
  readonly inFlight: number;
}

export function makeDeliverySlots(max: number): DeliverySlots {
  const perApp = new Map<string, number>();
  const appMax = Math.ceil((max * 3) / 4);
  let taken = 0;
  const of = (appId: string) => perApp.get(appId) ?? 0;
  const isServedLess = (one: Waits, other: Waits) => of(one.appId) - of(other.appId) || one.inFlight - other.inFlight;

  return {
    take(appId) {
      if (taken >= max || of(appId) >= appMax) return false;
      taken += 1;
      perApp.set(appId, of(appId) + 1);
      return true;
    },
    give(appId) {
      taken -= 1;
      const left = of(appId) - 1;
      if (left === 0) perApp.delete(appId);
      else perApp.set(appId, left);
    },
    first<Waiting extends Waits>(waiting: Iterable<Waiting>) {
      let best: Waiting | null = null;
      for (const each of waiting) {
        if (of(each.appId) < appMax && (best === null || isServedLess(each, best) < 0)) best = each;
      }
      return best;
    },
  };
}
