/** Names of this machine, which a page of another site cannot make its own name lead to (DNS rebinding), and which no site can have. */
const LOOPBACK_NAME = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

export function isLoopbackName(name: string): boolean {
  return LOOPBACK_NAME.test(name);
}
