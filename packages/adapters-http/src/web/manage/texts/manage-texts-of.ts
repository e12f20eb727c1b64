import type { Language } from '../../language.js';
import { manageEn } from './manage-en.js';
import { manageFr } from './manage-fr.js';
import type { ManageTexts } from './manage-texts.js';

const TEXTS: Record<Language, ManageTexts> = { en: manageEn, fr: manageFr };

export function manageTextsOf(language: Language): ManageTexts {
  return TEXTS[language];
}
