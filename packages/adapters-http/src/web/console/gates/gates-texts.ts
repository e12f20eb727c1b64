import type { Direction, ScanReason } from '@comptoir/core/access/scan.js';
import type { Language } from '../../language.js';
import { GATE_TEXTS } from '../../texts/gate-texts.js';
import { useConsole } from '../components/console-context.js';

/** What the page of gates says. */
export interface GatesTexts {
  readonly openScanner: string;
  readonly occupancy: string;
  readonly inside: string;
  readonly entries: string;
  readonly exits: string;
  readonly gate: string;
  readonly gates: string;
  readonly gatesHint: string;
  readonly newGate: string;
  readonly gateName: string;
  readonly nameMissing: string;
  readonly earlyMinutes: string;
  readonly lateMinutes: string;
  readonly notMinutes: string;
  readonly asEstablishment: string;
  readonly reentry: string;
  readonly mayReturn: string;
  readonly mayNotReturn: string;
  readonly offers: string;
  readonly offersHint: string;
  readonly allOffers: string;
  readonly someOffers: (count: number) => string;
  readonly early: (minutes: number) => string;
  readonly late: (minutes: number) => string;
  readonly save: string;
  readonly edit: string;
  readonly remove: string;
  readonly gateGone: (name: string) => string;
  readonly scans: string;
  readonly directions: Readonly<Record<Direction, string>>;
  readonly reasons: Readonly<Record<ScanReason, string>>;
  readonly forced: (reason: string) => string;
  readonly elsewhere: (gate: string, when: string) => string;
  readonly annul: string;
  readonly annulled: string;
  readonly isAnnulled: string;
  readonly devices: string;
  readonly newDevice: string;
  readonly createDevice: string;
  readonly created: (when: string) => string;
  readonly lastUsed: (when: string) => string;
  readonly neverUsed: string;
  readonly newKey: (name: string) => string;
  readonly newKeyHint: string;
  readonly keyKept: string;
  readonly revoke: string;
  readonly deviceGone: (name: string) => string;
}

const GATES_TEXTS: Readonly<Record<Language, GatesTexts>> = {
  fr: {
    openScanner: 'Ouvrir la page de contrôle de cet établissement',
    occupancy: 'Fréquentation du jour',
    inside: 'À l’intérieur',
    entries: 'Entrées',
    exits: 'Sorties',
    gate: 'Accès',
    gates: 'Accès et leurs règles',
    gatesHint: 'Un accès dont rien n’est dit suit les réglages de l’établissement.',
    newGate: 'Nouvel accès',
    gateName: 'Nom de l’accès',
    nameMissing: 'Indiquez un nom.',
    earlyMinutes: 'Minutes avant le début',
    lateMinutes: 'Minutes après la fin',
    notMinutes: 'Un nombre de minutes.',
    asEstablishment: 'comme l’établissement',
    reentry: 'Après une sortie',
    mayReturn: 'On peut revenir',
    mayNotReturn: 'On ne peut pas revenir',
    offers: 'Offres admises',
    offersHint: 'Sans choix, toutes.',
    allOffers: 'toutes les offres',
    someOffers: (count) => (count === 1 ? 'une offre' : `${count} offres`),
    early: (minutes) => `dès ${minutes} min avant`,
    late: (minutes) => `jusqu’à ${minutes} min après`,
    save: 'Enregistrer',
    edit: 'Modifier',
    remove: 'Supprimer',
    gateGone: (name) => `L’accès « ${name} » est supprimé.`,
    scans: 'Derniers contrôles',
    directions: { entry: 'Entrée', exit: 'Sortie' },
    reasons: GATE_TEXTS.fr.reasons,
    forced: (reason) => `admis hors ligne : ${reason}`,
    elsewhere: (gate, when) => `déjà entré à ${gate}, ${when}`,
    annul: 'Annuler',
    annulled: 'Le contrôle est annulé.',
    isAnnulled: 'annulé',
    devices: 'Appareils',
    newDevice: 'Nom du nouvel appareil',
    createDevice: 'Créer une clé',
    created: (when) => `créée le ${when}`,
    lastUsed: (when) => `utilisée le ${when}`,
    neverUsed: 'jamais utilisée',
    newKey: (name) => `Clé de « ${name} »`,
    newKeyHint: 'Copiez-la sur l’appareil maintenant : elle ne sera plus montrée.',
    keyKept: 'C’est copié',
    revoke: 'Révoquer',
    deviceGone: (name) => `La clé de « ${name} » est révoquée.`,
  },
  en: {
    openScanner: 'Open the page on which this establishment scans',
    occupancy: 'Today',
    inside: 'Inside',
    entries: 'Entries',
    exits: 'Exits',
    gate: 'Gate',
    gates: 'Gates and their rules',
    gatesHint: 'A gate of which nothing is said goes by the settings of the establishment.',
    newGate: 'New gate',
    gateName: 'Name of the gate',
    nameMissing: 'Enter a name.',
    earlyMinutes: 'Minutes before the beginning',
    lateMinutes: 'Minutes after the end',
    notMinutes: 'A number of minutes.',
    asEstablishment: 'as the establishment',
    reentry: 'After leaving',
    mayReturn: 'They may come back',
    mayNotReturn: 'They may not come back',
    offers: 'Offers that are let in',
    offersHint: 'With none chosen, all.',
    allOffers: 'all offers',
    someOffers: (count) => (count === 1 ? 'one offer' : `${count} offers`),
    early: (minutes) => `from ${minutes} min before`,
    late: (minutes) => `until ${minutes} min after`,
    save: 'Save',
    edit: 'Change',
    remove: 'Delete',
    gateGone: (name) => `The gate “${name}” is deleted.`,
    scans: 'Last scans',
    directions: { entry: 'Entry', exit: 'Exit' },
    reasons: GATE_TEXTS.en.reasons,
    forced: (reason) => `let in offline: ${reason}`,
    elsewhere: (gate, when) => `let in before at ${gate}, ${when}`,
    annul: 'Annul',
    annulled: 'The scan is annulled.',
    isAnnulled: 'annulled',
    devices: 'Devices',
    newDevice: 'Name of the new device',
    createDevice: 'Create a key',
    created: (when) => `created ${when}`,
    lastUsed: (when) => `used ${when}`,
    neverUsed: 'never used',
    newKey: (name) => `Key of “${name}”`,
    newKeyHint: 'Copy it to the device now: it will not be shown again.',
    keyKept: 'It is copied',
    revoke: 'Revoke',
    deviceGone: (name) => `The key of “${name}” is revoked.`,
  },
};

export function useGates(): GatesTexts {
  return GATES_TEXTS[useConsole().language];
}
