import { SITE_DEFAULTS } from '@comptoir/core/sites/site-contract.js';
import { AROUND_THE_CLOCK, catalogueOf, type DemoSection, type DemoSite, TAX } from './demo-site.js';
import { MUSEUM_GUESTS } from './musee-guests.js';
import { MUSEUM_OFFERS } from './musee-tickets.js';

const boutique: DemoSection = {
  id: 'boutique',
  name: 'Boutique du musée',
  taxBasisPoints: TAX.standard,
  items: [
    {
      id: 'catalogue-exposition',
      name: 'Capter l’invisible, le catalogue',
      price: 3200,
      text: 'Le catalogue de l’exposition, 192 pages et cent vingt planches.',
      photo: 'livre',
      taxBasisPoints: TAX.reduced,
    },
    {
      id: 'vinyle-ondes',
      name: 'Ondes courtes, le disque',
      price: 2600,
      text: 'Enregistrements de la collection, vinyle de 180 grammes.',
      photo: 'vinyle',
    },
    {
      id: 'radio-a-monter',
      name: 'Poste à monter soi-même',
      price: 4900,
      text: 'Caisse en bouleau et circuit FM à assembler sans soudure, dès dix ans.',
      photo: 'radio',
    },
    {
      id: 'affiche-phare',
      name: 'Affiche de l’exposition',
      price: [
        ['40-60', '40 × 60 cm', 1500],
        ['60-80', '60 × 80 cm', 2200],
      ],
      text: 'Impression offset sur papier mat.',
      photo: 'affiche',
    },
    {
      id: 'cartes-postales',
      name: 'Cartes postales',
      price: [
        ['une', 'À l’unité', 150],
        ['six', 'Les six', 750],
      ],
      text: 'Six vues de la collection.',
      photo: 'cartes',
    },
    {
      id: 'carnet-ondes',
      name: 'Carnet des ondes',
      price: 1200,
      text: 'Format A5, pages pointillées.',
      photo: 'carnet',
    },
  ],
};

export const museeDesOndes: DemoSite = {
  site: {
    ...SITE_DEFAULTS,
    slug: 'musee-des-ondes',
    trade: 'museum',
    name: 'Musée des Ondes',
    description: 'Du premier galène au radiotélescope, deux siècles d’ondes dans une ancienne station côtière.',
    address: { line1: '2 quai de l’Antenne', line2: 'Ancienne station radio', postcode: '29200', city: 'Brest', country: 'FR' },
    phone: '02 61 91 33 70',
    website: 'https://musee-des-ondes.example.test',
    languages: ['fr', 'en', 'de', 'it', 'es'],
    hours: AROUND_THE_CLOCK,
    features: { ...SITE_DEFAULTS.features, onlineTickets: true, accessControl: true, attendance: true, groups: true, passes: true },
  },
  newYearsEve: 'Nuit des ondes, concert à minuit',
  catalogue: catalogueOf([boutique]),
  settings: { 'payments.card': 'sandbox' },
  offers: MUSEUM_OFFERS,
  guests: MUSEUM_GUESTS,
  registers: [{ name: 'Boutique', sales: [2, 3] }],
};
