/**
 * What the code of a site gets to see: the globals of the language and of the web, and a few modules that only compute. There is no `process`, no channel
 * to other threads, and importing anything is refused by Node, because the script is compiled without a way to import. That keeps mistakes and
 * curiosity out. It is no wall against an attacker: see docs/sdk/edge.md.
 */
import { createRequire } from 'node:module';
import { format } from 'node:util';
import { compileFunction } from 'node:vm';
import { makeLinePace } from './line-pace.js';

type Exports = Readonly<Record<string, unknown>>;
type Print = (level: 'info' | 'warn', text: string) => void;

/** They reach the process, other threads, or this thread's own ports. */
const WITHHELD = ['process', 'BroadcastChannel', 'MessageChannel', 'MessagePort'];

/** Takes away what sites shall not see, and lets `print` have what they print. Before any code of theirs. */
export function prepareRealm(print: Print): void {
  for (const name of WITHHELD) Reflect.deleteProperty(globalThis, name);
  const mayPrint = makeLinePace();
  const printing =
    (level: 'info' | 'warn') =>
    (...values: readonly unknown[]) => {
      if (mayPrint()) print(level, format(...values));
    };
  // Node's own holds on to the streams of the thread, and with them to its port.
  const console = {
    debug: printing('info'),
    error: printing('warn'),
    info: printing('info'),
    log: printing('info'),
    warn: printing('warn'),
  };
  Object.assign(globalThis, { console });
  // Node loads these when they are first used, which takes longer than most handlers.
  void new Response(new Request('http://localhost/').url).text();
}

/** The rest of it shows what belongs to the thread itself. */
const PARTS: Readonly<Record<string, readonly string[]>> = { async_hooks: ['AsyncLocalStorage', 'AsyncResource'] };

function partOf(name: string, module: Exports): Exports {
  const parts = PARTS[name];
  return parts === undefined ? module : Object.fromEntries(parts.map((part) => [part, module[part]]));
}

/** Runs what `bundleRoutes` made, which may ask for these modules of Node. Gives what each file exports; throws what the script throws. */
export function runScript(script: string, modules: readonly string[]): ReadonlyMap<string, Exports> {
  const require = createRequire(import.meta.url);
  // Loaded beforehand, and without a prototype: a site that changes what objects inherit cannot talk its way to another module.
  const given: Record<string, unknown> = Object.create(null);
  for (const name of modules) given[`node:${name}`] = partOf(name, require(`node:${name}`));
  const requireGiven = (name: string) => {
    const found = given[name];
    if (found === undefined) throw new Error(`Sites cannot use "${name}".`);
    return found;
  };
  const module: { exports: { modules?: ReadonlyMap<string, Exports> } } = { exports: {} };
  compileFunction(script, ['exports', 'require', 'module'], { filename: 'site.js' })(module.exports, requireGiven, module);
  return module.exports.modules ?? new Map();
}
