/**
 * True when both texts are the same, found out in a time that tells nothing about where they differ; only that their lengths
 * do. For digests and secrets.
 */
export function constantTimeEqual(left: string, right: string): boolean {
  let difference = left.length ^ right.length;
  // Beyond the end `charCodeAt` is NaN, which counts as 0 here; the lengths have told them apart already.
  for (let index = 0; index < left.length; index += 1) difference |= left.charCodeAt(index) ^ right.charCodeAt(index);
  return difference === 0;
}
