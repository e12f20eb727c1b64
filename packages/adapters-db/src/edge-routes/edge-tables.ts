/** How often the site of a host was purged. A host without a row never was. */
export interface SiteGenerationTable {
  host: string;
  generation: number;
}
