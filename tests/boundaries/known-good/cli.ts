// Allows the command line with the console.
// Checked as packages/app/src/cli/print.ts
export function print(text: string): void {
  console.log(text);
}
