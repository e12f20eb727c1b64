/** What lines and discounts are called that the shop has no name for, in the language of the establishment. */
export interface ShopWords {
  readonly shipping: string;
  readonly wrapping: string;
  readonly voucher: string;
  readonly rounding: string;
}

const FRENCH: ShopWords = {
  shipping: 'Livraison',
  wrapping: 'Emballage cadeau',
  voucher: 'Bons de réduction',
  rounding: 'Ajustement de la boutique en ligne',
};

const ENGLISH: ShopWords = {
  shipping: 'Shipping',
  wrapping: 'Gift wrapping',
  voucher: 'Vouchers',
  rounding: 'Adjustment of the online shop',
};

export function shopWords([first]: readonly string[]): ShopWords {
  return first?.startsWith('fr') === true ? FRENCH : ENGLISH;
}
