/** What happens later, as a port: the core starts no timers of its own. */
export interface Timers {
  /** Does `work` after so many milliseconds, unless the returned function is called before. Keeps no process alive. */
  after(milliseconds: number, work: () => void): () => void;
}
