import type { PersonalDataHolder } from './personal-data.js';

/** Every part that refers to clients or keeps something personal of them: one line each. */
export function personalDataHolders(): readonly PersonalDataHolder[] {
  return [];
}
