import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { DomainError } from '@comptoir/core/kit/errors.js';
import { PHOTO_PIXELS_MAX, type PhotoRenderer } from '@comptoir/core/photos/photo-renderer.js';
import { makeGate } from './gate.js';
import { type PhotoJob, type PhotoOutcome, photoOutcome } from './photo-job.js';

/** One at a time: 50 megapixels take 0.9 GB for a second or two (AVIF: 1.6 GB, seven seconds). */
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

/**
 * The job is sent when the child says that it is ready; one that ends after that without an answer has met a picture that it could
 * not bear. Throws when the child cannot start: the decoders are not there for this machine.
 */
function runChild(script: URL, job: PhotoJob, patienceMs: number): Promise<PhotoOutcome> {
  return new Promise((resolve, reject) => {
    const child = fork(script, { env: {}, execArgv: [], serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs);
    let isReady = false;
    child.once('message', () => {
      isReady = true;
      child.once('message', (outcome) => {
        resolve(photoOutcome.safeParse(outcome).data ?? { kind: 'broken' });
        child.kill('SIGKILL');
      });
      // It may be gone by now; `exit` tells.
      child.send(job, () => undefined);
    });
    child.on('error', reject);
    child.once('exit', () => {
      clearTimeout(timer);
      if (isReady) resolve({ kind: 'broken' });
      else reject(new Error('The process that renders photos could not start.'));
    });
  });
}
