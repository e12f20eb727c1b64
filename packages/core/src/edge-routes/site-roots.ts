/** Which hosts have a site, and where its files are. */
export interface SiteRoots {
  /**
   * The directory of the host's site as an absolute path, or null when there is no such site. `host` is a name in lower case without port and
   * final dot. Asked again and again, so that a site that was added or moved is found within a second. Rejects when that cannot be told now.
   */
  rootOf(host: string): Promise<string | null>;
}
