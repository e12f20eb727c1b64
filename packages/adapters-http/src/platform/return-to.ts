import { managePath } from '../web/page-paths.js';

/** Longer ones would not fit into a cookie with the rest of a login. */
const RETURN_TO_MAX = 1024;
/** Printable ASCII without the backslash, which browsers take for a slash. */
const OWN_PATH = /^\/(?!\/)[\x21-\x5b\x5d-\x7e]*$/;

/** Where to go after signing in: `wanted` when it is a path of this host, else the console. Never leads to another host. */
export function returnTo(wanted: unknown): string {
  return typeof wanted === 'string' && wanted.length <= RETURN_TO_MAX && OWN_PATH.test(wanted) ? wanted : managePath();
}
