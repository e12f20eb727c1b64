/** Puts the value in, as the newest; beyond `max` entries the oldest go. For what is remembered and can be read again. */
export function putBounded<Key, Value>(map: Map<Key, Value>, key: Key, value: Value, max: number): void {
  map.delete(key);
  map.set(key, value);
  for (const oldest of map.keys()) {
    if (map.size <= max) break;
    map.delete(oldest);
  }
}
