// Goes red when a package has a barrel.
// Checked as packages/adapters-http/src/storefront/index.ts
export * from './order-routes.js'; // red: performance/noBarrelFile performance/noReExportAll
