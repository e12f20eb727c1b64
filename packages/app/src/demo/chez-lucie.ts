import { SITE_DEFAULTS } from '@comptoir/core/sites/site-contract.js';
import { AROUND_THE_CLOCK, type Choice, catalogueOf, chooseOne, chooseUpTo, type DemoSection, type DemoSite, TAX } from './demo-site.js';
import { lucieHistory } from './history/lucie-history.js';

const SIDES: readonly Choice[] = [
  ['frites', 'Frites maison', 0],
  ['gratin', 'Gratin dauphinois', 200],
  ['legumes', 'Légumes du marché', 0],
  ['salade', 'Salade verte', 0],
];

const COOKING = chooseOne('cuisson', 'Cuisson', [
  ['bleu', 'Bleue', 0],
  ['saignant', 'Saignante', 0],
  ['a-point', 'À point', 0],
  ['bien-cuit', 'Bien cuite', 0],
]);

const formules: DemoSection = {
  id: 'formules',
  name: 'Formules',
  taxBasisPoints: TAX.toEatNow,
  items: [
    {
      id: 'formule-bouchon',
      name: 'Formule du bouchon',
      price: 2900,
      text: 'Une entrée, un plat et un dessert, comme à la table d’hôtes.',
      photo: 'cocotte',
      allergens: ['gluten', 'crustaceans', 'eggs', 'fish', 'milk', 'nuts', 'celery', 'mustard', 'sulphites'],
      options: [
        chooseOne('entree', 'Entrée', [
          ['formule-oeufs', 'Œufs mayonnaise', 0],
          ['formule-terrine', 'Terrine de campagne', 0],
          ['formule-soupe', 'Soupe à l’oignon', 100],
        ]),
        chooseOne('plat', 'Plat', [
          ['formule-quenelle', 'Quenelle de brochet, sauce Nantua', 0],
          ['formule-boeuf', 'Bœuf bourguignon', 200],
          ['formule-tian', 'Tian de légumes', 0],
        ]),
        chooseOne('dessert', 'Dessert', [
          ['formule-ile', 'Île flottante aux pralines', 0],
          ['formule-tarte', 'Tarte fine aux pommes', 0],
          ['formule-marcellin', 'Saint-marcellin', 0],
        ]),
      ],
    },
    {
      id: 'menu-enfant',
      name: 'Menu des petits',
      price: 1250,
      text: 'Jusqu’à dix ans. Un plat, un sirop et une boule de glace.',
      photo: 'croque',
      allergens: ['gluten', 'eggs', 'milk', 'nuts', 'mustard'],
      options: [
        chooseOne('plat', 'Plat', [
          ['steak-hache', 'Steak haché, frites', 0],
          ['petit-poulet', 'Émincé de poulet, légumes', 0],
          ['petit-croque', 'Petit croque-monsieur', 0],
        ]),
        chooseOne('sirop', 'Sirop', [
          ['grenadine', 'Grenadine', 0],
          ['menthe', 'Menthe', 0],
          ['peche', 'Pêche', 0],
        ]),
        chooseOne('glace', 'Glace', [
          ['petite-vanille', 'Vanille', 0],
          ['petite-fraise', 'Fraise', 0],
          ['petite-pistache', 'Pistache', 0],
        ]),
      ],
    },
  ],
};

const entrees: DemoSection = {
  id: 'entrees',
  name: 'Entrées',
  taxBasisPoints: TAX.toEatNow,
  items: [
    {
      id: 'oeufs-mayonnaise',
      name: 'Œufs mayonnaise',
      price: 690,
      text: 'Œufs fermiers mollets, mayonnaise à la moutarde de Dijon, ciboulette.',
      photo: 'oeufs',
      allergens: ['eggs', 'mustard'],
    },
    {
      id: 'oeufs-meurette',
      name: 'Œufs en meurette',
      price: 980,
      text: 'Œufs pochés, sauce au vin rouge, lardons fumés et croûtons frottés à l’ail.',
      photo: 'oeufs',
      allergens: ['gluten', 'eggs', 'milk', 'celery', 'sulphites'],
    },
    {
      id: 'soupe-oignon',
      name: 'Soupe à l’oignon gratinée',
      price: 890,
      text: 'Oignons longuement compotés, bouillon de bœuf, croûtons et comté.',
      photo: 'soupe',
      allergens: ['gluten', 'milk', 'celery', 'sulphites'],
    },
    {
      id: 'terrine-campagne',
      name: 'Terrine de campagne',
      price: 850,
      text: 'Porc et foie de volaille, noisettes, cornichons et pain au levain.',
      photo: 'terrine',
      allergens: ['gluten', 'eggs', 'nuts', 'mustard', 'sulphites'],
    },
    {
      id: 'salade-lyonnaise',
      name: 'Salade lyonnaise',
      price: [
        ['entree', 'En entrée', 990],
        ['plat', 'En plat', 1590],
      ],
      text: 'Frisée, lardons, œuf poché, croûtons, vinaigrette tiède au vinaigre de vin.',
      photo: 'salade',
      allergens: ['gluten', 'eggs', 'mustard', 'sulphites'],
    },
    {
      id: 'huitres',
      name: 'Huîtres fines de claire n° 3',
      price: [
        ['six', 'Les six', 1500],
        ['douze', 'Les douze', 2800],
      ],
      text: 'Marennes-Oléron, pain de seigle, beurre demi-sel et vinaigre à l’échalote.',
      photo: 'huitres',
      allergens: ['gluten', 'milk', 'sulphites', 'molluscs'],
    },
  ],
};

const plats: DemoSection = {
  id: 'plats',
  name: 'Plats',
  taxBasisPoints: TAX.toEatNow,
  items: [
    {
      id: 'bavette-echalote',
      name: 'Bavette à l’échalote',
      price: 2150,
      text: 'Bavette d’aloyau charolaise, échalotes confites, frites maison.',
      photo: 'steak-frites',
      allergens: ['milk', 'sulphites'],
      options: [
        COOKING,
        chooseUpTo(1, 'sauce', 'Sauce', [
          ['maitre-d-hotel', 'Beurre maître d’hôtel', 0],
          ['poivre', 'Sauce au poivre', 150],
          ['bleu-de-bresse', 'Sauce au bleu', 200],
        ]),
      ],
    },
    {
      id: 'poulet-fermier',
      name: 'Poulet fermier rôti',
      price: [
        ['cuisse', 'La cuisse', 1850],
        ['demi', 'Le demi-poulet, pour deux', 3400],
      ],
      text: 'Volaille de la Bresse, jus court au thym, ail en chemise.',
      photo: 'poulet',
      allergens: ['milk', 'celery', 'mustard'],
      options: [chooseOne('accompagnement', 'Accompagnement', SIDES)],
    },
    {
      id: 'boeuf-bourguignon',
      name: 'Bœuf bourguignon',
      price: 1990,
      text: 'Paleron mijoté huit heures au pinot noir, carottes, lardons et champignons.',
      photo: 'cocotte',
      allergens: ['gluten', 'milk', 'celery', 'sulphites'],
    },
    {
      id: 'blanquette-veau',
      name: 'Blanquette de veau',
      price: 2090,
      text: 'Veau fermier, crème de la Bresse, petits oignons et riz pilaf.',
      photo: 'cocotte',
      allergens: ['gluten', 'eggs', 'milk', 'celery'],
    },
    {
      id: 'tartare-boeuf',
      name: 'Tartare de bœuf au couteau',
      price: [
        ['180-g', '180 grammes', 1950],
        ['250-g', '250 grammes', 2450],
      ],
      text: 'Préparé à la commande, câpres, cornichons, jaune d’œuf et sauce anglaise.',
      photo: 'tartare',
      allergens: ['gluten', 'eggs', 'fish', 'milk', 'mustard', 'sulphites'],
      options: [
        chooseOne('relevage', 'Assaisonnement', [
          ['doux', 'Doux', 0],
          ['releve', 'Relevé', 0],
        ]),
        chooseOne('accompagnement', 'Accompagnement', SIDES),
      ],
    },
    {
      id: 'andouillette',
      name: 'Andouillette à la fraise de veau',
      price: 1890,
      text: 'Tirée à la ficelle, sauce à la moutarde à l’ancienne, frites maison.',
      photo: 'steak-frites',
      allergens: ['milk', 'mustard', 'sulphites'],
    },
    {
      id: 'quenelle-brochet',
      name: 'Quenelle de brochet',
      price: 1890,
      text: 'Soufflée au four, sauce Nantua aux écrevisses, riz pilaf.',
      photo: 'poisson',
      allergens: ['gluten', 'crustaceans', 'eggs', 'fish', 'milk', 'celery', 'sulphites'],
    },
    {
      id: 'truite-amandes',
      name: 'Truite aux amandes',
      price: 1990,
      text: 'Truite du Vercors meunière, beurre noisette, amandes et pommes vapeur.',
      photo: 'poisson',
      allergens: ['gluten', 'fish', 'milk', 'nuts'],
    },
    {
      id: 'moules-frites',
      name: 'Moules-frites',
      price: 1750,
      text: 'Un kilo de moules de bouchot, frites maison.',
      photo: 'moules',
      allergens: ['milk', 'celery', 'sulphites', 'molluscs'],
      options: [
        chooseOne('cuisine', 'Préparation', [
          ['mariniere', 'Marinière', 0],
          ['creme', 'À la crème', 100],
          ['saint-marcellin', 'Au saint-marcellin', 250],
        ]),
      ],
    },
    {
      id: 'croque',
      name: 'Croque au jambon à l’os',
      price: [
        ['monsieur', 'Croque-monsieur', 1350],
        ['madame', 'Croque-madame, œuf au plat', 1490],
      ],
      text: 'Pain de mie brioché, jambon à l’os, comté et béchamel, salade verte.',
      photo: 'croque',
      allergens: ['gluten', 'eggs', 'milk', 'mustard'],
    },
    {
      id: 'quiche-lorraine',
      name: 'Quiche lorraine',
      price: 1250,
      text: 'Pâte brisée au beurre, lardons et crème épaisse, salade de saison.',
      photo: 'quiche',
      allergens: ['gluten', 'eggs', 'milk', 'mustard'],
    },
  ],
};

const potager: DemoSection = {
  id: 'potager',
  name: 'Côté potager',
  taxBasisPoints: TAX.toEatNow,
  items: [
    {
      id: 'risotto-champignons',
      name: 'Risotto aux champignons',
      price: 1690,
      text: 'Riz carnaroli, champignons de Paris et pleurotes, parmesan affiné.',
      photo: 'risotto',
      allergens: ['milk', 'celery', 'sulphites'],
    },
    {
      id: 'tian-legumes',
      name: 'Tian de légumes',
      price: 1490,
      text: 'Aubergine, courgette et tomate confites à l’huile d’olive et au thym. Végétalien.',
      photo: 'legumes',
    },
    {
      id: 'tartine-chevre',
      name: 'Tartine de chèvre chaud',
      price: 1380,
      text: 'Pain au levain, picodon, tomates confites, noix et miel de lavande.',
      photo: 'tartine',
      allergens: ['gluten', 'milk', 'nuts', 'mustard'],
    },
    {
      id: 'salade-potager',
      name: 'Grande salade du potager',
      price: 1450,
      text: 'Sucrine, tomates anciennes, œuf mollet, oignons rouges et graines grillées.',
      photo: 'salade',
      allergens: ['eggs', 'mustard', 'sesame', 'sulphites'],
    },
  ],
};

const accompagnements: DemoSection = {
  id: 'accompagnements',
  name: 'À côté',
  taxBasisPoints: TAX.toEatNow,
  items: [
    {
      id: 'frites-maison',
      name: 'Frites maison',
      price: [
        ['petite', 'Petite', 450],
        ['grande', 'Grande', 650],
      ],
      text: 'Pommes de terre agria, deux cuissons, fleur de sel. La mayonnaise contient œuf et moutarde.',
      photo: 'frites',
      allergens: ['eggs', 'mustard'],
      options: [
        chooseUpTo(2, 'sauces', 'Sauces', [
          ['mayonnaise', 'Mayonnaise maison', 50],
          ['ketchup', 'Ketchup maison', 50],
          ['moutarde', 'Moutarde de Dijon', 0],
        ]),
      ],
    },
    {
      id: 'gratin-dauphinois',
      name: 'Gratin dauphinois',
      price: 590,
      text: 'Pommes de terre, crème et ail, sans fromage comme il se doit.',
      photo: 'cocotte',
      allergens: ['milk'],
    },
    {
      id: 'corbeille-pain',
      name: 'Corbeille de pain au levain',
      price: 280,
      text: 'Pain de campagne et baguette de tradition de la boulangerie voisine.',
      photo: 'pain',
      allergens: ['gluten'],
      taxBasisPoints: TAX.reduced,
    },
  ],
};

const fromages: DemoSection = {
  id: 'fromages',
  name: 'Fromages',
  taxBasisPoints: TAX.toEatNow,
  items: [
    {
      id: 'assiette-fromages',
      name: 'Assiette de fromages affinés',
      price: [
        ['trois', 'Trois fromages', 890],
        ['cinq', 'Cinq fromages', 1290],
      ],
      text: 'Comté de dix-huit mois, saint-marcellin, bleu de Bresse, confiture de figues et noix.',
      photo: 'fromages',
      allergens: ['gluten', 'milk', 'nuts'],
    },
    {
      id: 'cervelle-canuts',
      name: 'Cervelle de canuts',
      price: 590,
      text: 'Fromage blanc battu aux herbes, échalote et huile d’olive, pain grillé.',
      photo: 'tartine',
      allergens: ['gluten', 'milk', 'sulphites'],
    },
  ],
};

const desserts: DemoSection = {
  id: 'desserts',
  name: 'Desserts',
  taxBasisPoints: TAX.toEatNow,
  items: [
    {
      id: 'creme-brulee',
      name: 'Crème brûlée à la vanille',
      price: 750,
      text: 'Vanille de Madagascar, caramel craquant à la cassonade.',
      photo: 'creme-brulee',
      allergens: ['eggs', 'milk'],
    },
    {
      id: 'mousse-chocolat',
      name: 'Mousse au chocolat',
      price: 700,
      text: 'Chocolat noir à 70 %, fleur de sel, chantilly.',
      photo: 'mousse-chocolat',
      allergens: ['eggs', 'milk', 'soybeans'],
    },
    {
      id: 'tarte-pommes',
      name: 'Tarte fine aux pommes',
      price: 780,
      text: 'Pâte feuilletée pur beurre, pommes reinettes, servie tiède.',
      photo: 'tarte-pommes',
      allergens: ['gluten', 'eggs', 'milk'],
      options: [
        chooseUpTo(1, 'supplement', 'Avec', [
          ['creme-fraiche', 'Crème fraîche', 100],
          ['boule-vanille', 'Boule de glace à la vanille', 200],
        ]),
      ],
    },
    {
      id: 'ile-flottante',
      name: 'Île flottante aux pralines roses',
      price: 720,
      text: 'Blancs en neige pochés, crème anglaise, pralines de Saint-Genix.',
      photo: 'ile-flottante',
      allergens: ['eggs', 'milk', 'nuts'],
    },
    {
      id: 'profiteroles',
      name: 'Profiteroles',
      price: 890,
      text: 'Trois choux, glace à la vanille, chocolat chaud versé au dernier moment.',
      photo: 'profiteroles',
      allergens: ['gluten', 'eggs', 'milk', 'soybeans'],
    },
    {
      id: 'moelleux-chocolat',
      name: 'Moelleux au chocolat',
      price: 850,
      text: 'Cœur coulant, fruits rouges. Douze minutes de cuisson.',
      photo: 'fondant',
      allergens: ['gluten', 'eggs', 'milk', 'soybeans'],
    },
    {
      id: 'glaces',
      name: 'Glaces et sorbets',
      price: [
        ['deux-boules', 'Deux boules', 590],
        ['trois-boules', 'Trois boules', 790],
      ],
      text: 'D’un artisan glacier de la Croix-Rousse. Sans choix de votre part, c’est le glacier qui choisit.',
      photo: 'glace',
      allergens: ['eggs', 'milk', 'nuts', 'soybeans'],
      options: [
        chooseUpTo(3, 'parfums', 'Parfums', [
          ['vanille', 'Vanille', 0],
          ['chocolat', 'Chocolat', 0],
          ['pistache', 'Pistache', 0],
          ['fraise', 'Fraise', 0],
          ['citron', 'Citron', 0],
        ]),
        chooseUpTo(1, 'chantilly', 'Supplément', [['chantilly-maison', 'Chantilly maison', 100]]),
      ],
    },
  ],
};

const boissons: DemoSection = {
  id: 'boissons',
  name: 'Boissons',
  taxBasisPoints: TAX.toEatNow,
  items: [
    {
      id: 'eau-minerale',
      name: 'Eau minérale',
      price: [
        ['plate-50-cl', 'Plate, 50 cl', 320],
        ['gazeuse-50-cl', 'Gazeuse, 50 cl', 350],
        ['gazeuse-1-l', 'Gazeuse, 1 l', 490],
      ],
      text: 'Eaux d’Auvergne, en bouteille de verre.',
      photo: 'eau',
      taxBasisPoints: TAX.reduced,
    },
    {
      id: 'limonade',
      name: 'Limonade artisanale',
      price: 420,
      text: 'Brassée à Lyon, citron de Menton, 33 cl.',
      photo: 'limonade',
      taxBasisPoints: TAX.reduced,
    },
    {
      id: 'jus-fruits',
      name: 'Jus de fruits fermier',
      price: [
        ['pomme', 'Pomme', 450],
        ['abricot', 'Abricot', 490],
        ['orange', 'Orange pressée', 520],
      ],
      text: 'Vergers du Pilat, 25 cl. L’orange est pressée à la commande.',
      photo: 'jus',
    },
    {
      id: 'cafe',
      name: 'Café',
      price: [
        ['expresso', 'Expresso', 220],
        ['allonge', 'Allongé', 240],
        ['double', 'Double', 390],
      ],
      text: 'Arabica d’Éthiopie, torréfié à la Guillotière.',
      photo: 'cafe',
    },
    {
      id: 'cappuccino',
      name: 'Cappuccino',
      price: 430,
      text: 'Double expresso et mousse de lait.',
      photo: 'cappuccino',
      allergens: ['gluten', 'milk'],
      options: [
        chooseOne('lait', 'Lait', [
          ['vache', 'Lait entier', 0],
          ['avoine', 'Boisson à l’avoine', 50],
        ]),
      ],
    },
    {
      id: 'the',
      name: 'Thé ou infusion',
      price: 420,
      text: 'En feuilles, infusé en théière.',
      photo: 'the',
      options: [
        chooseOne('feuilles', 'Feuilles', [
          ['breakfast', 'Thé noir breakfast', 0],
          ['sencha', 'Thé vert sencha', 0],
          ['verveine', 'Verveine du Velay', 0],
        ]),
      ],
    },
  ],
};

const vins: DemoSection = {
  id: 'vins',
  name: 'Vins',
  taxBasisPoints: TAX.standard,
  items: [
    {
      id: 'morgon',
      name: 'Morgon, Côte du Py',
      price: [
        ['verre', 'Verre, 12 cl', 590],
        ['pot', 'Pot lyonnais, 46 cl', 1950],
        ['bouteille', 'Bouteille, 75 cl', 2900],
      ],
      text: 'Gamay charnu, cerise et violette.',
      photo: 'vin-rouge',
      allergens: ['sulphites'],
    },
    {
      id: 'macon-villages',
      name: 'Mâcon-Villages',
      price: [
        ['verre', 'Verre, 12 cl', 550],
        ['pot', 'Pot lyonnais, 46 cl', 1850],
        ['bouteille', 'Bouteille, 75 cl', 2700],
      ],
      text: 'Chardonnay vif, fleurs blanches et agrumes.',
      photo: 'vin-blanc',
      allergens: ['sulphites'],
    },
    {
      id: 'rose-ardeche',
      name: 'Rosé de l’Ardèche',
      price: [
        ['verre', 'Verre, 12 cl', 480],
        ['pot', 'Pot lyonnais, 46 cl', 1550],
        ['bouteille', 'Bouteille, 75 cl', 2200],
      ],
      text: 'Grenache et syrah, fraise des bois.',
      photo: 'vin-rose',
      allergens: ['sulphites'],
    },
    {
      id: 'crozes-hermitage',
      name: 'Crozes-Hermitage',
      price: 3800,
      text: 'Syrah du Rhône nord, poivre et fruits noirs. Bouteille de 75 cl.',
      photo: 'bouteille-vin',
      allergens: ['sulphites'],
    },
  ],
};

export const chezLucie: DemoSite = {
  site: {
    ...SITE_DEFAULTS,
    slug: 'chez-lucie',
    trade: 'restaurant',
    name: 'Chez Lucie',
    description: 'Bouchon de quartier. Cuisine lyonnaise de saison, à table ou à emporter.',
    address: { line1: '14 rue du Puits-aux-Canuts', line2: null, postcode: '69001', city: 'Lyon', country: 'FR' },
    phone: '04 65 71 20 14',
    website: 'https://chez-lucie.example.test',
    languages: ['fr', 'en'],
    hours: AROUND_THE_CLOCK,
    features: { ...SITE_DEFAULTS.features, onlineOrders: true, slots: true },
    ordering: { leadMinutes: 25, slotMinutes: 15, slotCap: 6, horizonHours: 12, minimumCents: 1000, acceptWhenClosed: false },
  },
  newYearsEve: 'Réveillon, menu de fête le soir',
  history: lucieHistory,
  catalogue: catalogueOf([formules, entrees, plats, potager, accompagnements, fromages, desserts, boissons, vins]),
};
