import { searchWordsOf } from '../kit/search-words.js';
import { type Coupon, couponKeyOf } from './coupon.js';

/** What a search finds a coupon by: the parts of its code, the code typed without hyphens, and its description. */
export function couponWords({ code, description }: Pick<Coupon, 'code' | 'description'>): readonly string[] {
  return searchWordsOf([code, couponKeyOf(code), description]);
}
