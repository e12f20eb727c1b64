/** What the page of a gate keeps in the browser, so that it goes on when the network is gone and the phone was restarted. */

const STORES = ['list', 'marks', 'queue'] as const;
type StoreName = (typeof STORES)[number];

export interface GateMemory {
  get<Value>(store: StoreName, key: string): Promise<Value | null>;
  all<Value>(store: StoreName): Promise<readonly Value[]>;
  put(store: StoreName, key: string, value: unknown): Promise<void>;
  remove(store: StoreName, keys: readonly string[]): Promise<void>;
}

/** One database for each establishment. */
export async function openGateMemory(slug: string): Promise<GateMemory> {
  const opening = indexedDB.open(`comptoir.gate.${slug}`, 1);
  opening.onupgradeneeded = () => {
    for (const name of STORES) opening.result.createObjectStore(name);
  };
  const database = await done(opening);
  const reading = (store: StoreName) => database.transaction(store).objectStore(store);

  async function writing(store: StoreName, work: (rows: IDBObjectStore) => void): Promise<void> {
    const transaction = database.transaction(store, 'readwrite', { durability: 'strict' });
    work(transaction.objectStore(store));
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
    });
  }

  return {
    // What is read here was written here.
    get: async <Value>(store: StoreName, key: string) => ((await done(reading(store).get(key))) as Value | undefined) ?? null,
    all: async <Value>(store: StoreName) => (await done(reading(store).getAll())) as Value[],
    put: (store, key, value) => writing(store, (rows) => rows.put(value, key)),
    remove: (store, keys) =>
      writing(store, (rows) => {
        for (const key of keys) rows.delete(key);
      }),
  };
}

function done<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
