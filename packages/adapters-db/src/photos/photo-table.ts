/** Belongs to no tenant: photos are named by their content. */
export interface PhotoTable {
  hash: string;
  unused_since: Date | null;
}
