import { benchFile, startChild } from './child.js';

/** A made-up online shop in a process of its own: its `url` and `key`. */
export async function startShop({ orders, products }) {
  const options = ['--orders', orders, '--products', products, '--days', 39, '--json'].map(String);
  const { ready } = await startChild([benchFile('../dist/support/fake-shop/main.js'), ...options]);
  return ready;
}
