/** Orders texts by their code units: alike on every machine and in every store, in no language in particular. */
export function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
