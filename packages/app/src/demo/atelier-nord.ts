import { SITE_DEFAULTS } from '@comptoir/core/sites/site-contract.js';
import { ATELIER_NORD_HELP } from './atelier-nord-help.js';
import { ATELIER_NORD_VENDORS } from './atelier-nord-vendors.js';
import { ATELIER_SELLER } from './atelier-seller.js';
import { AROUND_THE_CLOCK, balancesOf, catalogueOf, type DemoSection, type DemoSite, TAX } from './demo-site.js';
import { atelierHistory } from './history/atelier-history.js';

const table: DemoSection = {
  id: 'table',
  name: 'Table',
  taxBasisPoints: TAX.standard,
  items: [
    {
      id: 'tasse-maree',
      name: 'Tasse Marée',
      price: [
        ['bleu', 'Bleu pétrole', 2400],
        ['sable', 'Sable', 2400],
        ['brique', 'Brique', 2400],
      ],
      text: 'Grès émaillé à la main, 30 cl. Passe au lave-vaisselle.',
      photo: 'tasse',
      goods: { sku: 'TAS-MAR', costCents: 980, balance: 18 },
    },
    {
      id: 'bol-ostrevent',
      name: 'Bol Ostrevent',
      price: [
        ['petit', 'Petit, 12 cm', 1900],
        ['grand', 'Grand, 16 cm', 2600],
      ],
      text: 'Faïence tournée à Desvres, liseré brique peint au pinceau.',
      photo: 'bol',
      goods: { sku: 'BOL-OST', costCents: 820, balance: 14 },
    },
    {
      id: 'saladier-ostrevent',
      name: 'Saladier Ostrevent',
      price: 5400,
      text: 'Le grand frère du bol, 26 cm, pour six à huit personnes.',
      photo: 'bol',
      goods: { sku: 'SAL-OST', costCents: 2300, balance: 6 },
    },
    {
      id: 'carafe-lys',
      name: 'Carafe Lys',
      price: [
        ['75-cl', '75 cl', 3900],
        ['1-l', '1 litre', 4600],
      ],
      text: 'Verre soufflé bouche, fond épais et col généreux.',
      photo: 'carafe',
      goods: { sku: 'CAR-LYS', costCents: 1750, balance: 9 },
    },
    {
      id: 'theiere-halage',
      name: 'Théière Halage',
      price: 7900,
      text: 'Grès bleu pétrole, filtre en inox, 90 cl.',
      photo: 'the',
      goods: { sku: 'THE-HAL', costCents: 3450, balance: 5 },
    },
    {
      id: 'plateau-escaut',
      name: 'Plateau Escaut',
      price: [
        ['moyen', 'Moyen, 36 cm', 4900],
        ['grand', 'Grand, 48 cm', 6500],
      ],
      text: 'Hêtre massif huilé, bords relevés et poignées découpées.',
      photo: 'plateau',
      goods: { sku: 'PLA-ESC', costCents: 2150, balance: 8 },
    },
    {
      id: 'couverts-guinguette',
      name: 'Couverts Guinguette',
      price: [
        ['trois-pieces', 'Trois pièces', 3200],
        ['douze-pieces', 'Douze pièces', 11500],
      ],
      text: 'Acier inoxydable et manche en frêne, rivets de laiton.',
      photo: 'couverts',
      goods: { sku: 'COU-GUI', costCents: 1400, balance: 10 },
    },
  ],
};

const lumiere: DemoSection = {
  id: 'lumiere',
  name: 'Lumière',
  taxBasisPoints: TAX.standard,
  items: [
    {
      id: 'lampe-cap',
      name: 'Lampe Cap Gris-Nez',
      price: [
        ['brique', 'Abat-jour brique', 14900],
        ['ecru', 'Abat-jour écru', 13900],
      ],
      text: 'Pied en acier, abat-jour en coton, interrupteur à tirette. Ampoule E27 non fournie.',
      photo: 'lampe',
      goods: { sku: 'LAM-CAP', costCents: 6200, balance: 4 },
    },
    {
      id: 'bougie-figuier',
      name: 'Bougie Figuier',
      price: [
        ['180-g', '180 grammes', 2800],
        ['400-g', '400 grammes', 4900],
      ],
      text: 'Cire de colza, parfum de Grasse, quarante heures de combustion pour la petite.',
      photo: 'bougie',
      goods: { sku: 'BOU-FIG', costCents: 1080, balance: 24 },
    },
    {
      id: 'bougie-dune',
      name: 'Bougie Dune',
      price: [
        ['180-g', '180 grammes', 2800],
        ['400-g', '400 grammes', 4900],
      ],
      text: 'Oyat, sel et bois flotté, une fin d’après-midi à Bray-Dunes.',
      photo: 'bougie',
      goods: { sku: 'BOU-DUN', costCents: 1080, balance: 20 },
    },
  ],
};

const textile: DemoSection = {
  id: 'textile',
  name: 'Textile',
  taxBasisPoints: TAX.standard,
  items: [
    {
      id: 'coussin-arche',
      name: 'Coussin Arche',
      price: [
        ['40', '40 × 40 cm', 4200],
        ['50', '50 × 50 cm', 5400],
      ],
      text: 'Housse en coton lavé, motif appliqué, garnissage en plume responsable.',
      photo: 'coussin',
      goods: { sku: 'COS-ARC', costCents: 1850, balance: 12 },
    },
    {
      id: 'plaid-tisserand',
      name: 'Plaid Tisserand',
      price: [
        ['petrole', 'Bleu pétrole', 11900],
        ['ocre', 'Ocre', 11900],
        ['ecru', 'Écru', 11900],
      ],
      text: 'Laine française cardée, tissée à Roubaix, 130 × 180 cm.',
      photo: 'plaid',
      goods: { sku: 'PLD-TIS', costCents: 5400, balance: 7 },
    },
    {
      id: 'sac-horizon',
      name: 'Sac Horizon',
      price: 2500,
      text: 'Toile de coton biologique de 340 grammes, sérigraphie à l’atelier.',
      photo: 'sac',
      goods: { sku: 'SAC-HOR', costCents: 890, balance: 40 },
    },
  ],
};

const papier: DemoSection = {
  id: 'papier',
  name: 'Papier',
  taxBasisPoints: TAX.standard,
  items: [
    {
      id: 'carnet-terril',
      name: 'Carnet Terril',
      price: [
        ['ligne', 'Ligné', 1600],
        ['pointille', 'Pointillé', 1600],
        ['uni', 'Uni', 1600],
      ],
      text: 'Format A5, 160 pages recyclées, reliure cousue et élastique.',
      photo: 'carnet',
      goods: { sku: 'CAR-TER', costCents: 560, balance: 60 },
    },
    {
      id: 'carnet-croquis',
      name: 'Carnet de croquis',
      price: [
        ['a5', 'A5', 1900],
        ['a4', 'A4', 2600],
      ],
      text: 'Papier de 160 grammes, s’ouvre à plat.',
      photo: 'carnet',
      goods: { sku: 'CAR-CRO', costCents: 700, balance: 35 },
    },
    {
      id: 'crayons-houille',
      name: 'Crayons Houille',
      price: [
        ['quatre', 'Pot de quatre', 1400],
        ['huit', 'Pot de huit', 2400],
      ],
      text: 'Cèdre certifié, mines de couleur tendres, pot en carton.',
      photo: 'crayons',
      goods: { sku: 'CRA-HOU', costCents: 520, balance: 30 },
    },
    {
      id: 'affiche-soleil-du-nord',
      name: 'Affiche Soleil du Nord',
      price: [
        ['30-40', '30 × 40 cm', 2900],
        ['50-70', '50 × 70 cm', 4500],
        ['50-70-cadre', '50 × 70 cm, encadrée', 11900],
      ],
      text: 'Sérigraphie en cinq couleurs, numérotée, tirée à deux cents exemplaires.',
      photo: 'affiche',
      goods: { sku: 'AFF-SDN', costCents: 950, balance: 25 },
    },
    {
      id: 'cartes-littoral',
      name: 'Cartes du littoral',
      price: 900,
      text: 'Six cartes et leurs enveloppes, impression en risographie.',
      photo: 'cartes',
      goods: { sku: 'CRT-LIT', costCents: 280, balance: 80 },
    },
    {
      id: 'livre-maisons',
      name: 'Maisons du Nord, brique et lumière',
      price: 3900,
      text: 'Vingt intérieurs flamands photographiés, 224 pages, relié.',
      photo: 'livre',
      goods: { sku: 'LIV-MAI', costCents: 2340, balance: 11 },
      taxBasisPoints: TAX.reduced,
    },
    {
      id: 'livre-couleurs',
      name: 'Petit traité des couleurs',
      price: 2400,
      text: 'Pigments, recettes et accords, 144 pages, broché.',
      photo: 'livre',
      goods: { sku: 'LIV-COU', costCents: 1440, balance: 16 },
      taxBasisPoints: TAX.reduced,
    },
  ],
};

const maison: DemoSection = {
  id: 'maison',
  name: 'Maison',
  taxBasisPoints: TAX.standard,
  items: [
    {
      id: 'vase-sambre',
      name: 'Vase Sambre',
      price: [
        ['s', '15 cm', 3400],
        ['m', '22 cm', 4900],
        ['l', '30 cm', 7200],
      ],
      text: 'Terre cuite émaillée, filet ondulé gravé à la main.',
      photo: 'vase',
      goods: { sku: 'VAS-SAM', costCents: 1450, balance: 9 },
    },
    {
      id: 'pot-serre',
      name: 'Cache-pot Serre',
      price: [
        ['14', '14 cm', 2200],
        ['18', '18 cm', 2900],
      ],
      text: 'Terre cuite, soucoupe comprise. La plante ne l’est pas.',
      photo: 'pot',
      goods: { sku: 'POT-SER', costCents: 890, balance: 15 },
    },
    {
      id: 'miroir-lune',
      name: 'Miroir Lune',
      price: [
        ['40', '40 cm', 8900],
        ['60', '60 cm', 12900],
      ],
      text: 'Cercle de laiton brossé, à suspendre.',
      photo: 'miroir',
      goods: { sku: 'MIR-LUN', costCents: 3900, balance: 5 },
    },
    {
      id: 'horloge-beffroi',
      name: 'Horloge Beffroi',
      price: 9500,
      text: 'Hêtre et verre, mouvement silencieux, 30 cm.',
      photo: 'horloge',
      goods: { sku: 'HOR-BEF', costCents: 4200, balance: 6 },
    },
    {
      id: 'patere-trio',
      name: 'Patère Trio',
      price: [
        ['hetre', 'Hêtre clair', 4500],
        ['noyer', 'Noyer', 5900],
      ],
      text: 'Trois boutons tournés, fixations comprises, 45 cm.',
      photo: 'patere',
      goods: { sku: 'PAT-TRI', costCents: 1900, balance: 13 },
    },
    {
      id: 'panier-marche',
      name: 'Panier du marché',
      price: [
        ['moyen', 'Moyen', 3900],
        ['grand', 'Grand', 4900],
      ],
      text: 'Osier de Thiérache, anse pleine, tressé à la main.',
      photo: 'panier',
      goods: { sku: 'PAN-MAR', costCents: 1800, balance: 10 },
    },
    {
      id: 'tabouret-filature',
      name: 'Tabouret Filature',
      price: [
        ['45', 'Hauteur 45 cm', 12900],
        ['65', 'Hauteur 65 cm', 14900],
      ],
      text: 'Chêne et hêtre massifs, assemblage à tenons, livré monté.',
      photo: 'tabouret',
      goods: { sku: 'TAB-FIL', costCents: 6100, balance: 4 },
    },
    {
      id: 'radio-deule',
      name: 'Radio Deûle',
      price: 15900,
      text: 'FM, DAB+ et Bluetooth dans une caisse en bouleau.',
      photo: 'radio',
      goods: { sku: 'RAD-DEU', costCents: 8300, balance: 3 },
    },
  ],
};

const sections = [table, lumiere, textile, papier, maison];

export const atelierNord: DemoSite = {
  site: {
    ...SITE_DEFAULTS,
    slug: 'atelier-nord',
    trade: 'shop',
    name: 'Atelier Nord',
    description: 'Objets du quotidien dessinés à Lille et fabriqués près d’ici.',
    address: { line1: '9 rue des Trois-Bobines', line2: 'Cour des Filatiers', postcode: '59000', city: 'Lille', country: 'FR' },
    phone: '03 53 01 28 60',
    website: 'https://atelier-nord.example.test',
    languages: ['fr', 'en'],
    hours: AROUND_THE_CLOCK,
    features: { ...SITE_DEFAULTS.features, onlineOrders: true, stock: true },
  },
  newYearsEve: null,
  history: atelierHistory,
  catalogue: catalogueOf(sections),
  balances: balancesOf(sections),
  settings: { 'payments.card': 'sandbox', 'invoices.seller': ATELIER_SELLER },
  help: ATELIER_NORD_HELP,
  vendors: ATELIER_NORD_VENDORS,
  delivers: true,
  markets: true,
  registers: [{ name: 'Comptoir', sales: [2, 3] }],
};
