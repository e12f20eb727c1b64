// Goes red when a relative import leaves out the extension.
// Checked as packages/core/src/stock/extension.ts
import { one } from './cycle-one'; // red: correctness/useImportExtensions

export const used = one;
