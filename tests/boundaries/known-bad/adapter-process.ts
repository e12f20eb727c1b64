// Goes red when an adapter touches the process.
// Checked as packages/adapters-sdk/src/push/adapter-process.ts
export const directory = () => process.cwd(); // red: style/noRestrictedGlobals
export const port = () => globalThis.process.env['PORT']; // red: nursery/noJsRestrictedProperties
