// Goes red when a file name is not in kebab case.
// Checked as packages/core/src/stock/stockLedger.ts // red: style/useFilenamingConvention
export const ledger = 1;
