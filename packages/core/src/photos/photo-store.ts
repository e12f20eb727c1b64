/**
 * Which photos are kept, and since when nobody uses them. An item uses the photo its `photo` is the path of, a deleted one too, as it
 * can be restored. Photos are named by their content and shared by all tenants, so no method takes a scope.
 */
export interface PhotoStore {
  /** Notes that the photo is used. Until the transaction ends, `takeUnused` of others waits for it, and finds it used then. */
  claim(hash: string): Promise<void>;
  /** Notes photos that are kept; those that nobody uses are unused from now on. Known ones stay as they are. */
  note(hashes: readonly string[], now: Date): Promise<void>;
  /**
   * Looks anew which photos are used, and gives up those that no item of any tenant has used since `before`: returns their hashes.
   * Until the transaction ends, `claim` of others waits.
   */
  takeUnused(before: Date, now: Date): Promise<readonly string[]>;
}
