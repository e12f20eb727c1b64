import type { Language } from '../language.js';
import { en } from './en.js';
import { fr } from './fr.js';
import type { Texts } from './texts.js';

const TEXTS: Record<Language, Texts> = { en, fr };

export function textsOf(language: Language): Texts {
  return TEXTS[language];
}
