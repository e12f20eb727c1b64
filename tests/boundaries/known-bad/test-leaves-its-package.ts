// Goes red when a test reaches into a package by a relative path.
// Checked as tests/core/test-leaves-its-package.ts
import { order } from '../../packages/core/src/orders/order.js'; // red: style/noRestrictedImports

export const used = order;
