/** Tells work to end early. An `AbortSignal` is one, which the core itself does not know. */
export interface StopSignal {
  readonly aborted: boolean;
  /** Why; what stopped work throws. */
  readonly reason: unknown;
  addEventListener(type: 'abort', listener: () => void, options?: { readonly once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}
