/** What the server asks of the process that renders a photo, and what it hears. */

export interface PhotoJob {
  readonly bytes: Uint8Array;
  readonly pixelsMax: number;
}

export type PhotoOutcome =
  | {
      readonly kind: 'rendered';
      readonly width: number;
      readonly files: readonly { readonly width: number; readonly bytes: Uint8Array }[];
    }
  | { readonly kind: 'unknown-type' | 'too-large' | 'broken' };
