// Goes red when a promise is forgotten, taken for its value, or no promise.
// Checked as packages/app/src/promises.ts
async function save(order: string): Promise<boolean> {
  return order.length > 0;
}

export async function place(order: string): Promise<string> {
  save(order); // red: nursery/noFloatingPromises
  if (save(order)) return order; // red: nursery/noMisusedPromises
  return await order; // red: nursery/useAwaitThenable
}
