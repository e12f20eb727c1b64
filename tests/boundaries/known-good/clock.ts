// Allows core with a port of types alone.
// Checked as packages/core/src/orders/clock.ts
export interface Clock {
  now(): Date;
}
