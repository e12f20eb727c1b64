import type { PhotoJob } from './photo-job.js';
import { renderPhoto } from './render-photo.js';

/** The process of `makePhotoRenderer`: says that it is ready, takes one job, answers, and is ended. */
process.once('message', async (job) => {
  // What the server sends, over a channel that it alone has.
  process.send?.(await renderPhoto(job as PhotoJob).catch(() => ({ kind: 'broken' })));
});

process.send?.('ready');
