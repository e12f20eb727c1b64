// Goes red when adapters-db imports another adapter, the app, or a library of theirs.
// Checked as packages/adapters-db/src/orders/db-imports.ts
import { koaApp } from '@comptoir/adapters-http/kit/koa-app.js'; // red: style/noRestrictedImports correctness/noUndeclaredDependencies
import { loadConfig } from '@comptoir/app/config.js'; // red: style/noRestrictedImports correctness/noUndeclaredDependencies
import { injectable } from 'inversify'; // red: style/noRestrictedImports correctness/noUndeclaredDependencies
import Koa from 'koa'; // red: style/noRestrictedImports correctness/noUndeclaredDependencies
import { env } from 'node:process'; // red: style/noRestrictedImports
import { order } from '../../../core/src/orders/order.js'; // red: style/noRestrictedImports

export const used = [koaApp, loadConfig, injectable, Koa, env, order];
