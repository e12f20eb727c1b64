// Goes red when a file imports one that imports it.
// Checked as packages/core/src/stock/cycle-one.ts
import { two } from './cycle-two.js'; // red: suspicious/noImportCycles

export const one = (): number => two() + 1;
