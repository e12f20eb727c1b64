/** Goes as far as the argument says and tells how long that took: modules, registered, one call, all built. */
import './probe.js';

const [, , step] = process.argv;
const started = performance.now();
/** Exported so that it stays while it is measured. */
export const reached = await stepsTo()[step]();
process.stdout.write(`${JSON.stringify({ ms: performance.now() - started })}\n`);
process.channel.ref();

function stepsTo() {
  return {
    modules: load,
    registered: register,
    'one call': async () => (await register()).find('records0.call0'),
    'all built': async () => (await register()).all(),
  };
}

async function load() {
  const [{ makeRegistry }, { routersOf, PROCEDURES }] = await Promise.all([
    import('@comptoir/core/kit/registry.js'),
    import('./rpc-routers.js'),
    import('@comptoir/adapters-http/rpc/wire.js'),
  ]);
  return { makeRegistry, routersOf, PROCEDURES };
}

async function register() {
  const { makeRegistry, routersOf, PROCEDURES } = await load();
  return makeRegistry(routersOf(PROCEDURES));
}
