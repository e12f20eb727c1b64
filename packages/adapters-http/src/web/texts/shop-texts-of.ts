import type { Language } from '../language.js';
import { shopEn } from './shop-en.js';
import { shopFr } from './shop-fr.js';
import type { ShopTexts } from './shop-texts.js';

const SHOP_TEXTS: Record<Language, ShopTexts> = { en: shopEn, fr: shopFr };

export function shopTextsOf(language: Language): ShopTexts {
  return SHOP_TEXTS[language];
}
