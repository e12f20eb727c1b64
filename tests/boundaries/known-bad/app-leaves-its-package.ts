// Goes red when the app reaches into another package by a relative path.
// Checked as packages/app/src/app-leaves-its-package.ts
import { order } from '../../core/src/orders/order.js'; // red: style/noRestrictedImports

export const used = order;
