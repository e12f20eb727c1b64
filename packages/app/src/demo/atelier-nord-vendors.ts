import type { DemoVendor } from './demo-vendors.js';

/** Who *Atelier Nord* buys from. */
export const ATELIER_NORD_VENDORS: readonly DemoVendor[] = [
  {
    name: 'Faïencerie de l’Ostrevent',
    type: 'manufacturer',
    email: 'commandes@faiencerie-ostrevent.example.test',
    phone: '03 27 01 44 10',
    note: 'Cuisson le mardi : commander avant le vendredi pour la semaine suivante.',
    items: ['tasse-maree', 'bol-ostrevent', 'saladier-ostrevent', 'theiere-halage', 'vase-sambre', 'pot-serre'],
  },
  {
    name: 'Filature des Trois-Bobines',
    type: 'manufacturer',
    email: 'atelier@trois-bobines.example.test',
    phone: '03 20 01 70 55',
    note: null,
    items: ['coussin-arche', 'plaid-tisserand', 'sac-horizon'],
  },
  {
    name: 'Papeterie du Terril',
    type: 'supplier',
    email: 'bonjour@papeterie-terril.example.test',
    phone: null,
    note: 'Franco de port dès 150 €.',
    items: ['carnet-terril', 'carnet-croquis', 'crayons-houille', 'affiche-soleil-du-nord', 'cartes-littoral'],
  },
  {
    name: 'Comptoir des Lumières',
    type: 'supplier',
    email: null,
    phone: '03 59 01 12 30',
    note: null,
    items: ['lampe-cap', 'bougie-figuier', 'bougie-dune', 'horloge-beffroi', 'radio-deule'],
  },
];
