// Goes red when adapters-http imports another adapter, the app, or what is the app's.
// Checked as packages/adapters-http/src/storefront/http-imports.ts
import { openDatabase } from '@comptoir/adapters-db/database.js'; // red: style/noRestrictedImports correctness/noUndeclaredDependencies
import { loadConfig } from '@comptoir/app/config.js'; // red: style/noRestrictedImports correctness/noUndeclaredDependencies
import { injectable } from 'inversify'; // red: style/noRestrictedImports correctness/noUndeclaredDependencies
import { env } from 'node:process'; // red: style/noRestrictedImports
import { order } from '../../../core/dist/orders/order.js'; // red: style/noRestrictedImports

export const used = [openDatabase, loadConfig, injectable, env, order];
