// Goes red when adapters-sdk imports another adapter, the app, or what is the app's.
// Checked as packages/adapters-sdk/src/push/sdk-imports.ts
import { openDatabase } from '@comptoir/adapters-db/database.js'; // red: style/noRestrictedImports correctness/noUndeclaredDependencies
import { koaApp } from '@comptoir/adapters-http/kit/koa-app.js'; // red: style/noRestrictedImports correctness/noUndeclaredDependencies
import 'reflect-metadata'; // red: style/noRestrictedImports correctness/noUndeclaredDependencies

export const used = [openDatabase, koaApp];
