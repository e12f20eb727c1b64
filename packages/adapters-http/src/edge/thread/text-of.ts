const TEXT_MAX = 4_000;

/** What was thrown, for the log: with its stack where it has one. */
export function textOf(thrown: unknown): string {
  return written(() => (thrown instanceof Error ? (thrown.stack ?? thrown.message) : thrown));
}

/** The same without the stack. */
export function summaryOf(thrown: unknown): string {
  return written(() => thrown);
}

export function shortened(text: string): string {
  return text.slice(0, TEXT_MAX);
}

/** Sites throw anything, also what cannot be made a text. */
function written(read: () => unknown): string {
  try {
    return shortened(String(read()));
  } catch {
    return 'Something was thrown that cannot be shown.';
  }
}
