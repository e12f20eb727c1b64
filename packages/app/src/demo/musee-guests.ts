import type { DemoGroup, DemoGuests, DemoPass } from './demo-guests.js';

/** Who comes to the museum of the demonstration again and again, and who comes together. Nobody of them exists. */

/** French rate of value-added tax on admission to museums. */
const MUSEUM_TAX = 550;

const annual = { kind: 'season', name: 'Abonnement annuel', days: 365, entries: null, oncePerDay: true } as const;
const tenEntries = { kind: 'entries', name: 'Carte dix entrées', days: null, entries: 10, oncePerDay: false } as const;
const friend = { kind: 'member', name: 'Ami du musée', days: null, entries: null, oncePerDay: false } as const;

const PASSES: readonly DemoPass[] = [
  { ...annual, owner: 'Camille Vasseur', from: -402, visits: [-380, -301, -210, -77] },
  { ...annual, owner: 'Romain Perrin', from: -120, visits: [-120, -61, -40, -12] },
  { ...annual, owner: 'Zoé Garnier', from: -64, visits: [-63, -30], lost: -9 },
  { ...annual, owner: 'Thibault Noël', from: 30, visits: [] },
  { ...tenEntries, owner: 'Inès Lemoine', from: -75, visits: [-75, -75, -48, -20] },
  { ...tenEntries, name: 'Carte trois entrées', entries: 3, owner: 'Hugo Fontaine', from: -50, visits: [-50, -33, -5] },
  { ...friend, owner: 'Margaux Delattre', from: -540, visits: [-200, -90, -14, -2] },
];

const lines = (name: string, quantity: number, unitPriceCents: number) => [
  { name, quantity, unitPriceCents, taxBasisPoints: MUSEUM_TAX },
  { name: 'Médiatrice, une heure et demie', quantity: 1, unitPriceCents: 12_000, taxBasisPoints: MUSEUM_TAX },
];

const GROUPS: readonly DemoGroup[] = [
  {
    ...{ status: 'visited', kind: 'school', name: 'Collège des Rives, 5e B', contact: 'Élodie Marchand', size: 28, language: 'fr' },
    ...{ asked: -44, comes: -9, guide: 'Nathan', quote: lines('Entrée, tarif scolaire', 28, 500) },
  },
  {
    ...{ status: 'confirmed', kind: 'company', name: 'Studio Ostrevent', contact: 'Julien Carpentier', size: 16, language: 'fr' },
    ...{ asked: -20, comes: 12, guide: 'Anaïs', quote: lines('Entrée, tarif groupe', 16, 900) },
  },
  {
    ...{ status: 'quoted', kind: 'tour', name: 'Küstenreisen, Herbstfahrt', contact: 'Léa Hennebelle', size: 34, language: 'de' },
    ...{ asked: -6, comes: 19, guide: null, quote: lines('Entrée, tarif groupe', 34, 900) },
  },
  {
    ...{ status: 'requested', kind: 'school', name: 'École du Héron, CM2', contact: 'Océane Dubrulle', size: 24, language: 'fr' },
    ...{ asked: -2, comes: 24, guide: null, quote: null },
  },
  {
    ...{ status: 'declined', kind: 'other', name: 'Chorale des Houblons', contact: 'Maxime Lefèbvre', size: 60, language: 'fr' },
    ...{ asked: -31, comes: -17, guide: null, quote: null },
  },
];

export const MUSEUM_GUESTS: DemoGuests = { passes: PASSES, groups: GROUPS, groupsVisit: 'capter-l-invisible' };
