// Goes red when a file is part of a cycle of imports.
// Checked as packages/core/src/stock/cycle-two.ts
import { one } from './cycle-one.js'; // red: suspicious/noImportCycles

export const two = (): number => one() + 1;
