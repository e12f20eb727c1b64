import type { Carte, CarteItem } from '@comptoir/core/carte/carte.js';

/** A menu as `GET /api/carte` answers it. */
export function aCarte(changes: Partial<Carte> = {}): Carte {
  return {
    slug: 'chez-test',
    name: 'Chez Test',
    trade: 'restaurant',
    description: null,
    address: { line1: '3 rue de la Paix', line2: null, postcode: '75002', city: 'Paris', country: 'FR' },
    phone: '01 23 45 67 89',
    website: null,
    currency: 'EUR',
    timezone: 'Europe/Paris',
    languages: ['fr'],
    ordering: { enabled: true, open: true, nextOpening: null, leadMinutes: 20, minimum: 0, slots: [] },
    hours: [],
    exceptions: [],
    categories: [],
    items: [],
    ...changes,
  };
}

export function anItem(changes: Partial<CarteItem> = {}): CarteItem {
  return {
    id: 'soupe',
    categoryId: null,
    name: 'Soupe',
    description: null,
    price: 8.5,
    photo: null,
    allergens: [],
    available: true,
    variants: [],
    optionGroups: [],
    ...changes,
  };
}

/** Two sizes, one cooking (required), up to two extras. */
export const BURGER: CarteItem = anItem({
  id: 'burger',
  name: 'Burger',
  price: 14,
  variants: [
    { id: 'simple', name: 'Simple', price: 14 },
    { id: 'double', name: 'Double', price: 17.5 },
  ],
  optionGroups: [
    {
      id: 'cuisson',
      name: 'Cuisson',
      min: 1,
      max: 1,
      options: [
        { id: 'saignant', name: 'Saignant', price: 0 },
        { id: 'a-point', name: 'À point', price: 0 },
      ],
    },
    {
      id: 'plus',
      name: 'Suppléments',
      min: 0,
      max: 2,
      options: [
        { id: 'lard', name: 'Lard', price: 1.5 },
        { id: 'oeuf', name: 'Œuf', price: 1 },
        { id: 'bleu', name: 'Bleu', price: 2.05 },
      ],
    },
  ],
});
