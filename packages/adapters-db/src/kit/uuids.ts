import { NOBODYS_ID } from '@comptoir/core/kit/scope.js';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The id as a uuid column takes it. Ids come from outside as text, and a text that no id is written as would be a fault of the
 * database: it becomes the id that belongs to nobody, and the record is absent. Other spellings of a UUID (capitals, braces) are
 * no ids either, as on every other store.
 */
export function uuidOf(id: string): string {
  return UUID.test(id) ? id : NOBODYS_ID;
}
