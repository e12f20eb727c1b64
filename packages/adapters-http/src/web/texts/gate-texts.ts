import type { ScanReason } from '@comptoir/core/access/scan.js';
import type { Language } from '../language.js';

/** What the page of a gate says. */
export interface GateTexts {
  readonly title: (site: string) => string;
  readonly languages: string;
  readonly keyTitle: string;
  readonly keyHint: string;
  readonly key: string;
  readonly keyRefused: string;
  readonly start: string;
  readonly gate: string;
  readonly direction: string;
  readonly entry: string;
  readonly exit: string;
  readonly code: string;
  readonly codeHint: string;
  readonly check: string;
  readonly camera: string;
  readonly cameraOff: string;
  readonly noCamera: string;
  readonly ready: string;
  readonly admitted: string;
  readonly goodbye: string;
  readonly refused: string;
  readonly reasons: Readonly<Record<ScanReason, string>>;
  readonly elsewhere: (gate: string, time: string) => string;
  readonly session: (time: string) => string;
  readonly decidedHere: string;
  readonly inside: (count: number) => string;
  readonly online: string;
  readonly offline: (waiting: number) => string;
  readonly notReady: string;
  readonly featureOff: string;
  readonly conflicts: string;
  readonly conflict: (here: string, time: string, reason: string) => string;
  readonly seen: string;
  readonly forget: string;
  readonly needsScript: string;
}

export const GATE_TEXTS: Readonly<Record<Language, GateTexts>> = {
  fr: {
    title: (site) => `Contrôle d’accès · ${site}`,
    languages: 'Langue',
    keyTitle: 'Préparer cet appareil',
    keyHint: 'La clé commence par « gate_ ». Elle vient de l’administration du musée et reste sur cet appareil.',
    key: 'Clé de l’appareil',
    keyRefused: 'Cette clé n’est pas valable ici.',
    start: 'Commencer',
    gate: 'Porte',
    direction: 'Sens',
    entry: 'Entrée',
    exit: 'Sortie',
    code: 'Code du billet',
    codeHint: 'À la main ou avec un lecteur de codes.',
    check: 'Vérifier',
    camera: 'Ouvrir la caméra',
    cameraOff: 'Fermer la caméra',
    noCamera: 'La caméra n’est pas accessible. Les codes peuvent être saisis.',
    ready: 'Présentez un billet.',
    admitted: 'Entrez',
    goodbye: 'Au revoir',
    refused: 'Refusé',
    reasons: {
      invalid: 'Billet inconnu.',
      used: 'Ce billet a déjà servi.',
      cancelled: 'Ce billet est annulé.',
      wrong_session: 'Ce billet n’est pas pour cette porte.',
      too_early: 'Il est trop tôt.',
      too_late: 'La séance est terminée.',
      blocked: 'Cette carte est bloquée.',
    },
    elsewhere: (gate, time) => `Entrée par ${gate} à ${time}.`,
    session: (time) => `Séance de ${time}`,
    decidedHere: 'Décidé hors ligne.',
    inside: (count) => (count > 1 ? `${count} personnes à l’intérieur` : `${count} personne à l’intérieur`),
    online: 'En ligne',
    offline: (waiting) => `Hors ligne : ${waiting} ${waiting > 1 ? 'passages' : 'passage'} à transmettre`,
    notReady: 'Pas de réseau, et aucune liste de billets sur cet appareil.',
    featureOff: 'Le contrôle d’accès est désactivé pour cet établissement.',
    conflicts: 'Entrées en double, hors ligne',
    conflict: (here, time, reason) => `${here}, ${time} : ${reason}`,
    seen: 'J’ai vu',
    forget: 'Retirer la clé de cet appareil',
    needsScript: 'Cette page a besoin de JavaScript.',
  },
  en: {
    title: (site) => `Access control · ${site}`,
    languages: 'Language',
    keyTitle: 'Set up this device',
    keyHint: 'The key begins with “gate_”. It comes from the administration of the museum, and stays on this device.',
    key: 'Device key',
    keyRefused: 'This key is not valid here.',
    start: 'Start',
    gate: 'Gate',
    direction: 'Direction',
    entry: 'Entry',
    exit: 'Exit',
    code: 'Ticket code',
    codeHint: 'Typed, or with a code reader.',
    check: 'Check',
    camera: 'Open the camera',
    cameraOff: 'Close the camera',
    noCamera: 'The camera cannot be used. Codes can be typed.',
    ready: 'Present a ticket.',
    admitted: 'Come in',
    goodbye: 'Goodbye',
    refused: 'Refused',
    reasons: {
      invalid: 'Unknown ticket.',
      used: 'This ticket has been used.',
      cancelled: 'This ticket is cancelled.',
      wrong_session: 'This ticket is not for this gate.',
      too_early: 'It is too early.',
      too_late: 'The session is over.',
      blocked: 'This pass is blocked.',
    },
    elsewhere: (gate, time) => `Came in by ${gate} at ${time}.`,
    session: (time) => `Session of ${time}`,
    decidedHere: 'Decided offline.',
    inside: (count) => (count === 1 ? '1 person inside' : `${count} people inside`),
    online: 'Online',
    offline: (waiting) => `Offline: ${waiting} ${waiting === 1 ? 'scan' : 'scans'} to send`,
    notReady: 'No network, and no list of tickets on this device.',
    featureOff: 'Access control is turned off for this establishment.',
    conflicts: 'Admitted twice, offline',
    conflict: (here, time, reason) => `${here}, ${time}: ${reason}`,
    seen: 'Seen',
    forget: 'Take the key off this device',
    needsScript: 'This page needs JavaScript.',
  },
};
