import type { TextByLanguage } from '@comptoir/core/ticketing/offer.js';

/** A text in all languages of public ticketing. */
export function inFive(fr: string, en: string, de: string, it: string, es: string): TextByLanguage {
  return { fr, en, de, it, es };
}
