// Goes red when core uses a global for I/O, timers, identity or the log.
// Checked as packages/core/src/orders/core-globals.ts
export const answer = () => fetch('/orders'); // red: style/noRestrictedGlobals
export const later = (work: () => void) => setTimeout(work, 10); // red: style/noRestrictedGlobals
export const often = (work: () => void) => setInterval(work, 10); // red: style/noRestrictedGlobals
export const soon = (work: () => void) => setImmediate(work); // red: style/noRestrictedGlobals
export const secret = () => process.env; // red: style/noRestrictedGlobals
export const bytes = (text: string) => Buffer.from(text); // red: style/noRestrictedGlobals
export const id = () => crypto.randomUUID(); // red: style/noRestrictedGlobals
export const ticks = () => performance.now(); // red: style/noRestrictedGlobals
export const hidden = () => globalThis.process; // red: style/noRestrictedGlobals
export const say = (text: string) => console.log(text); // red: style/noRestrictedGlobals suspicious/noConsole
