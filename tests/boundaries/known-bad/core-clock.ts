// Goes red when core looks at the clock or throws dice.
// Checked as packages/core/src/orders/core-clock.ts
export const stamp = () => Date.now(); // red: nursery/noJsRestrictedProperties
export const today = () => new Date(); // red: plugin
export const text = () => Date(); // red: plugin
export const dice = () => Math.random(); // red: nursery/noJsRestrictedProperties
export const { random } = Math; // red: nursery/noJsRestrictedProperties

export function place(placedAt = new Date()): Date { // red: plugin
  return placedAt;
}
