import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { DomainError } from '@comptoir/core/kit/errors.js';
import { PHOTO_PIXELS_MAX, type PhotoRenderer } from '@comptoir/core/photos/photo-renderer.js';
import { makeGate } from './gate.js';
import type { PhotoJob, PhotoOutcome } from './photo-job.js';

/** One at a time: 50 megapixels take up to 700 MB while they are worked on. */
const ROOM = { running: 1, waiting: 8 } as const;
const PATIENCE_MS = 30_000;
const CHILD = new URL('./photo-child.js', import.meta.url);

/**
 * Renders each photo in a process of its own, which knows nothing of the server's environment: native decoders meet whatever people
 * upload, and what breaks, hangs or swells there goes with the process.
 */
export function makePhotoRenderer({ patienceMs = PATIENCE_MS, child = CHILD } = {}): PhotoRenderer {
  const gate = makeGate(ROOM);
  return {
    async render(bytes) {
      const outcome = await gate(() => runChild(child, { bytes, pixelsMax: PHOTO_PIXELS_MAX }, patienceMs));
      if (outcome.kind !== 'rendered') throw refusalOf(outcome);
      const { width, files } = outcome;
      return { hash: createHash('sha256').update(bytes).digest('hex'), width, files };
    },
  };
}

function refusalOf({ kind }: Exclude<PhotoOutcome, { kind: 'rendered' }>): DomainError {
  switch (kind) {
    case 'unknown-type':
      return new DomainError('unsupported_media_type', { message: 'Send a picture: JPEG, PNG, WebP or AVIF.' });
    case 'too-large':
      return new DomainError('invalid_photo', { message: `The picture has more than ${PHOTO_PIXELS_MAX / 1e6} megapixels.` });
    case 'broken':
      return new DomainError('invalid_photo');
  }
}

/** A child that ends without an answer has met a picture that it could not bear. */
function runChild(script: URL, job: PhotoJob, patienceMs: number): Promise<PhotoOutcome> {
  return new Promise((resolve) => {
    const child = fork(script, { env: {}, execArgv: [], serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs);
    const end = (outcome: PhotoOutcome) => {
      clearTimeout(timer);
      child.kill('SIGKILL');
      resolve(outcome);
    };
    // What our own program sends, over a channel that it alone has.
    child.once('message', (outcome) => end(outcome as PhotoOutcome));
    child.once('error', () => end({ kind: 'broken' }));
    child.once('exit', () => end({ kind: 'broken' }));
    // It may be gone before it has taken the job; `exit` tells.
    child.send(job, () => undefined);
  });
}
