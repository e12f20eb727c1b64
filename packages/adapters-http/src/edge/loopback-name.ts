/** Names of this machine, under which the edge itself is called; no site can have one. */
const LOOPBACK_NAME = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

export function isLoopbackName(name: string): boolean {
  return LOOPBACK_NAME.test(name);
}
