import { SITE_DEFAULTS } from '@comptoir/core/sites/site-contract.js';
import { AROUND_THE_CLOCK, catalogueOf, chooseOne, type DemoSection, type DemoSite, TAX } from './demo-site.js';

const aTable: DemoSection = {
  id: 'a-table',
  name: 'À table',
  taxBasisPoints: TAX.toEatNow,
  items: [
    {
      id: 'veloute-potimarron',
      name: 'Velouté de potimarron',
      price: 850,
      text: 'Châtaignes, huile de noisette et croûtons.',
      photo: 'soupe',
      allergens: ['gluten', 'milk', 'nuts', 'celery'],
    },
    {
      id: 'huitres-arcachon',
      name: 'Huîtres du bassin d’Arcachon',
      price: [
        ['six', 'Les six', 1400],
        ['douze', 'Les douze', 2600],
      ],
      text: 'Servies avec crépinette et pain de seigle.',
      photo: 'huitres',
      allergens: ['gluten', 'milk', 'sulphites', 'molluscs'],
    },
    {
      id: 'terrine-canard',
      name: 'Terrine de canard',
      price: 950,
      text: 'Au poivre vert et à l’armagnac, cornichons, pain de campagne.',
      photo: 'terrine',
      allergens: ['gluten', 'eggs', 'milk', 'mustard', 'sulphites'],
    },
    {
      id: 'entrecote-bordelaise',
      name: 'Entrecôte à la bordelaise',
      price: 2650,
      text: 'Bœuf de Bazas, échalotes, sauce au vin rouge, frites.',
      photo: 'steak-frites',
      allergens: ['gluten', 'milk', 'celery', 'sulphites'],
      options: [
        chooseOne('cuisson', 'Cuisson', [
          ['bleu', 'Bleue', 0],
          ['saignant', 'Saignante', 0],
          ['a-point', 'À point', 0],
        ]),
      ],
    },
    {
      id: 'maigre-roti',
      name: 'Maigre de ligne rôti',
      price: 2290,
      text: 'Poisson de l’estuaire, citron et beurre blanc.',
      photo: 'poisson',
      allergens: ['fish', 'milk', 'sulphites'],
    },
    {
      id: 'risotto-cepes',
      name: 'Risotto aux cèpes',
      price: 1890,
      text: 'Cèpes du Médoc et vieux parmesan.',
      photo: 'risotto',
      allergens: ['milk', 'celery', 'sulphites'],
    },
  ],
};

const douceurs: DemoSection = {
  id: 'douceurs',
  name: 'Douceurs',
  taxBasisPoints: TAX.toEatNow,
  items: [
    {
      id: 'tourtiere-pommes',
      name: 'Tourtière aux pommes',
      price: 790,
      text: 'Pâte étirée, pommes et armagnac.',
      photo: 'tarte-pommes',
      allergens: ['gluten', 'eggs', 'milk', 'sulphites'],
    },
    {
      id: 'creme-brulee',
      name: 'Crème brûlée',
      price: 750,
      text: 'À la fève tonka.',
      photo: 'creme-brulee',
      allergens: ['eggs', 'milk'],
    },
    {
      id: 'moelleux',
      name: 'Moelleux au chocolat',
      price: 820,
      text: 'Chocolat noir, cerises à l’eau-de-vie.',
      photo: 'fondant',
      allergens: ['gluten', 'eggs', 'milk', 'soybeans', 'sulphites'],
    },
  ],
};

const cave: DemoSection = {
  id: 'cave',
  name: 'La cave',
  taxBasisPoints: TAX.standard,
  items: [
    {
      id: 'graves-rouge',
      name: 'Graves rouge',
      price: [
        ['verre', 'Verre, 12 cl', 620],
        ['bouteille', 'Bouteille, 75 cl', 3200],
      ],
      text: 'Merlot et cabernet sauvignon, cassis et fumée.',
      photo: 'vin-rouge',
      allergens: ['sulphites'],
    },
    {
      id: 'entre-deux-mers',
      name: 'Entre-deux-mers',
      price: [
        ['verre', 'Verre, 12 cl', 490],
        ['bouteille', 'Bouteille, 75 cl', 2500],
      ],
      text: 'Sauvignon et sémillon, buis et agrumes.',
      photo: 'vin-blanc',
      allergens: ['sulphites'],
    },
    {
      id: 'eau-minerale',
      name: 'Eau minérale',
      price: 450,
      text: 'Plate ou gazeuse, bouteille de 75 cl.',
      photo: 'eau',
      taxBasisPoints: TAX.reduced,
    },
  ],
};

/** Has a public menu but takes no orders online. */
export const voletsClos: DemoSite = {
  site: {
    ...SITE_DEFAULTS,
    slug: 'volets-clos',
    trade: 'restaurant',
    name: 'Volets clos',
    description: 'Douze couverts derrière les volets, sur réservation par téléphone. Rien à emporter.',
    address: { line1: '31 rue de la Vieille-Barrique', line2: null, postcode: '33000', city: 'Bordeaux', country: 'FR' },
    phone: '05 36 49 15 92',
    hours: AROUND_THE_CLOCK,
  },
  newYearsEve: null,
  catalogue: catalogueOf([aTable, douceurs, cave]),
};
