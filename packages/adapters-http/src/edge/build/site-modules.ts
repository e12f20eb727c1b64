/**
 * The modules of Node that a site's routes may import: those that only compute. None of them reaches files, processes, other threads or the
 * inside of this program.
 */
export const SITE_MODULES: ReadonlySet<string> = new Set([
  'assert',
  'async_hooks',
  'buffer',
  'events',
  'path',
  'path/posix',
  'querystring',
  'stream',
  'stream/web',
  'string_decoder',
  'url',
  'util',
  'zlib',
]);
