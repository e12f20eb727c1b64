import type { Vhost } from '@comptoir/core/vhosts/vhost.js';
import type { WebServer } from '@comptoir/core/vhosts/web-server.js';

/** Writes what nginx does not accept for some vhosts, as a fault of the product would. */
export function flawed(webServer: WebServer, isFlawed: (vhost: Vhost) => boolean, flaw = 'nonsense;\n'): WebServer {
  return {
    ...webServer,
    async fileOf(vhost) {
      const file = await webServer.fileOf(vhost);
      return isFlawed(vhost) ? { ...file, text: file.text + flaw } : file;
    },
  };
}
