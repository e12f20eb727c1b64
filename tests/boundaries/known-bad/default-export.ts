// Goes red when a file exports a default.
// Checked as packages/app/src/default-export.ts
export default function serve(): number { // red: style/noDefaultExport
  return 3000;
}
