import { SITE_DEFAULTS } from '@comptoir/core/sites/site-contract.js';
import { AROUND_THE_CLOCK, type Choice, catalogueOf, chooseOne, chooseUpTo, type DemoSection, type DemoSite, TAX } from './demo-site.js';

function glassOrBottle(glassCents: number, bottleCents: number): readonly Choice[] {
  return [
    ['verre', 'Verre, 12 cl', glassCents],
    ['bouteille', 'Bouteille, 75 cl', bottleCents],
  ];
}

function halfOrPint(halfCents: number, pintCents: number): readonly Choice[] {
  return [
    ['demi', 'Demi, 25 cl', halfCents],
    ['pinte', 'Pinte, 50 cl', pintCents],
  ];
}

const bieres: DemoSection = {
  id: 'bieres',
  name: 'Bières',
  taxBasisPoints: TAX.standard,
  items: [
    {
      id: 'pils',
      name: 'Pils du comptoir',
      price: halfOrPint(420, 790),
      text: 'Pression. Blonde franche et houblonnée, 4,8 %.',
      photo: 'biere',
      allergens: ['gluten'],
    },
    {
      id: 'blanche',
      name: 'Blanche de la Butte',
      price: halfOrPint(480, 880),
      text: 'Pression. Froment, coriandre et écorce d’orange, 5 %.',
      photo: 'biere',
      allergens: ['gluten'],
    },
    {
      id: 'ipa',
      name: 'IPA du canal',
      price: halfOrPint(520, 950),
      text: 'Pression. Pamplemousse et résine de pin, 6,2 %.',
      photo: 'biere',
      allergens: ['gluten'],
    },
    {
      id: 'ambree',
      name: 'Ambrée de garde',
      price: 690,
      text: 'Bouteille de 33 cl. Malt caramel et noisette grillée, 6,5 %.',
      photo: 'biere-bouteille',
      allergens: ['gluten'],
    },
    {
      id: 'biere-sans-alcool',
      name: 'Blonde sans alcool',
      price: 550,
      text: 'Bouteille de 33 cl. Céréale et citron, moins de 0,5 %.',
      photo: 'biere-bouteille',
      allergens: ['gluten'],
      taxBasisPoints: TAX.reduced,
    },
  ],
};

const vins: DemoSection = {
  id: 'vins',
  name: 'Vins',
  taxBasisPoints: TAX.standard,
  items: [
    {
      id: 'cotes-du-rhone',
      name: 'Côtes-du-rhône villages',
      price: glassOrBottle(550, 2700),
      text: 'Rouge. Grenache et syrah, fruits noirs et garrigue.',
      photo: 'vin-rouge',
      allergens: ['sulphites'],
    },
    {
      id: 'chinon',
      name: 'Chinon',
      price: glassOrBottle(580, 2800),
      text: 'Rouge. Cabernet franc, framboise et poivron doux.',
      photo: 'vin-rouge',
      allergens: ['sulphites'],
    },
    {
      id: 'muscadet',
      name: 'Muscadet sur lie',
      price: glassOrBottle(480, 2400),
      text: 'Blanc. Sec et salin, l’ami des huîtres.',
      photo: 'vin-blanc',
      allergens: ['sulphites'],
    },
    {
      id: 'rose-provence',
      name: 'Côtes-de-provence',
      price: glassOrBottle(560, 2700),
      text: 'Rosé. Pêche blanche et agrumes.',
      photo: 'vin-rose',
      allergens: ['sulphites'],
    },
    {
      id: 'cremant',
      name: 'Crémant de Loire brut',
      price: [
        ['coupe', 'Coupe, 10 cl', 690],
        ['bouteille', 'Bouteille, 75 cl', 3400],
      ],
      text: 'Chenin et chardonnay, bulle fine.',
      photo: 'champagne',
      allergens: ['sulphites'],
    },
  ],
};

const cocktails: DemoSection = {
  id: 'cocktails',
  name: 'Cocktails',
  taxBasisPoints: TAX.standard,
  items: [
    {
      id: 'spritz',
      name: 'Spritz',
      price: 950,
      text: 'Amer à l’orange, prosecco, eau gazeuse.',
      photo: 'spritz',
      allergens: ['sulphites'],
      options: [
        chooseOne('amer', 'Amer', [
          ['orange', 'Orange', 0],
          ['gentiane', 'Gentiane d’Auvergne', 0],
          ['fleur-de-sureau', 'Fleur de sureau', 100],
        ]),
      ],
    },
    {
      id: 'mojito',
      name: 'Mojito',
      price: 1050,
      text: 'Rhum blanc de la Martinique, menthe fraîche, citron vert, sucre de canne.',
      photo: 'mojito',
      options: [
        chooseUpTo(1, 'fruit', 'Fruit', [
          ['fraise', 'Fraise', 100],
          ['passion', 'Fruit de la passion', 100],
        ]),
      ],
    },
    {
      id: 'negroni',
      name: 'Negroni',
      price: 1100,
      text: 'Gin, vermouth rouge et amer italien, zeste d’orange.',
      photo: 'rhum',
      allergens: ['sulphites'],
    },
    {
      id: 'cosmo',
      name: 'Cosmopolitan',
      price: 1150,
      text: 'Vodka citron, liqueur d’orange, canneberge, citron vert.',
      photo: 'martini',
    },
    {
      id: 'rhum-arrange',
      name: 'Rhum arrangé',
      price: 990,
      text: 'Rhum ambré, vanille et orange confite, sur glace.',
      photo: 'rhum',
    },
    {
      id: 'virgin-mojito',
      name: 'Virgin mojito',
      price: 750,
      text: 'Menthe, citron vert et ginger ale, sans alcool.',
      photo: 'mojito',
      taxBasisPoints: TAX.toEatNow,
    },
  ],
};

const softs: DemoSection = {
  id: 'softs',
  name: 'Softs et cafés',
  taxBasisPoints: TAX.toEatNow,
  items: [
    { id: 'cola', name: 'Cola parisien', price: 450, text: 'Au sucre de canne, 33 cl.', photo: 'cola' },
    { id: 'limonade', name: 'Limonade', price: 400, text: 'Citron et gingembre, 33 cl.', photo: 'limonade' },
    {
      id: 'jus',
      name: 'Jus de fruits',
      price: [
        ['orange', 'Orange pressée', 550],
        ['pomme', 'Pomme trouble', 450],
        ['tomate', 'Tomate', 450],
      ],
      text: 'Verre de 25 cl. La tomate est servie avec du sel de céleri.',
      photo: 'jus',
      allergens: ['celery'],
    },
    {
      id: 'eau',
      name: 'Eau minérale',
      price: [
        ['plate', 'Plate, 50 cl', 350],
        ['gazeuse', 'Gazeuse, 50 cl', 380],
      ],
      text: 'En bouteille de verre.',
      photo: 'eau',
      taxBasisPoints: TAX.reduced,
    },
    {
      id: 'cafe',
      name: 'Café',
      price: [
        ['expresso', 'Expresso', 220],
        ['noisette', 'Noisette', 240],
        ['creme', 'Crème', 420],
      ],
      text: 'Grains torréfiés à Montreuil.',
      photo: 'cafe',
      allergens: ['milk'],
    },
  ],
};

const planches: DemoSection = {
  id: 'planches',
  name: 'Planches et grignotage',
  taxBasisPoints: TAX.toEatNow,
  items: [
    {
      id: 'planche-mixte',
      name: 'Planche mixte',
      price: [
        ['pour-deux', 'Pour deux', 1900],
        ['pour-quatre', 'Pour quatre', 3400],
      ],
      text: 'Rosette, jambon de Bayonne, tomme et comté, cornichons et pain.',
      photo: 'planche',
      allergens: ['gluten', 'milk', 'mustard', 'sulphites'],
      options: [
        chooseUpTo(2, 'extras', 'En plus', [
          ['olives', 'Olives', 250],
          ['cornichons', 'Cornichons', 100],
          ['beurre', 'Beurre demi-sel', 100],
        ]),
      ],
    },
    {
      id: 'planche-fromages',
      name: 'Planche de fromages',
      price: 1750,
      text: 'Brie de Meaux, comté, chèvre cendré, raisin noir et pain aux noix.',
      photo: 'fromages',
      allergens: ['gluten', 'milk', 'nuts'],
    },
    {
      id: 'terrine',
      name: 'Terrine du patron',
      price: 950,
      text: 'Porc et foie de volaille, noisettes, cornichons et pain grillé.',
      photo: 'terrine',
      allergens: ['gluten', 'eggs', 'nuts', 'mustard', 'sulphites'],
    },
    { id: 'olives', name: 'Olives de Nyons', price: 480, text: 'Marinées au thym et au citron.', photo: 'olives' },
    {
      id: 'frites',
      name: 'Cornet de frites',
      price: 620,
      text: 'Frites fraîches, mayonnaise au piment doux.',
      photo: 'frites',
      allergens: ['eggs', 'mustard'],
    },
    {
      id: 'croque-zinc',
      name: 'Croque du zinc',
      price: 1280,
      text: 'Jambon blanc, comté, béchamel et œuf au plat, jusqu’au bout de la nuit.',
      photo: 'croque',
      allergens: ['gluten', 'eggs', 'milk', 'mustard'],
    },
  ],
};

export const leZinc: DemoSite = {
  site: {
    ...SITE_DEFAULTS,
    slug: 'le-zinc',
    trade: 'bar',
    name: 'Le Zinc',
    description: 'Bar de nuit et de jour, bières de petites brasseries et planches à partager.',
    address: { line1: '27 passage de la Grenadine', line2: null, postcode: '75011', city: 'Paris', country: 'FR' },
    phone: '01 99 00 47 10',
    website: 'https://le-zinc.example.test',
    languages: ['fr', 'en'],
    hours: AROUND_THE_CLOCK,
    features: { ...SITE_DEFAULTS.features, onlineOrders: true, slots: true },
    ordering: { leadMinutes: 10, slotMinutes: 10, slotCap: 4, horizonHours: 6, minimumCents: 800, acceptWhenClosed: false },
  },
  newYearsEve: 'Saint-Sylvestre, bal au comptoir',
  catalogue: catalogueOf([bieres, vins, cocktails, softs, planches]),
};
