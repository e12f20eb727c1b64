// Goes red when something is declared and not used.
// Checked as packages/core/src/stock/unused.ts
import { one } from './cycle-one.js'; // red: correctness/noUnusedImports

const limit = 3; // red: correctness/noUnusedVariables

export function reserve(quantity: number, reason: string): number { // red: correctness/noUnusedFunctionParameters
  return quantity;
}
