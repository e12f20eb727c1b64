import type { DeliveryState, SaleEvent } from '@comptoir/core/links/sync-delivery.js';
import type { Language } from '../../language.js';
import { useConsole } from '../components/console-context.js';
import type { AnswerOf } from '../wire.js';

/** What the page of linked shops says. */
export interface LinksTexts {
  readonly hint: string;
  readonly newLink: string;
  readonly name: string;
  readonly nameMissing: string;
  readonly url: string;
  readonly urlHint: string;
  readonly urlWrong: string;
  readonly noUrl: string;
  readonly optional: string;
  readonly create: string;
  readonly newSecret: (name: string) => string;
  readonly newSecretHint: string;
  readonly secretKept: string;
  readonly disabled: Readonly<Record<'person' | 'gone', string>>;
  readonly counts: (counts: { readonly received: number; readonly delivered: number; readonly dead: number }) => string;
  readonly lastSeen: (when: string) => string;
  readonly neverSeen: string;
  readonly lastDelivered: (when: string) => string;
  readonly secrets: (count: number) => string;
  readonly test: string;
  readonly tested: (ping: AnswerOf<'links.test'>) => string;
  readonly disable: string;
  readonly isDisabled: string;
  readonly enable: string;
  readonly isEnabled: string;
  readonly revoke: string;
  readonly revoked: string;
  readonly rotate: string;
  readonly rotateNow: string;
  readonly grace: string;
  readonly graceHint: string;
  readonly graceWrong: (max: number) => string;
  readonly deliveries: string;
  readonly events: Readonly<Record<SaleEvent, string>>;
  readonly states: Readonly<Record<DeliveryState, string>>;
  readonly attempts: (count: number) => string;
  readonly sendAgain: string;
  readonly sentAgain: string;
}

const LINKS_TEXTS: Readonly<Record<Language, LinksTexts>> = {
  fr: {
    hint: 'Une boutique en ligne liée envoie ici son catalogue et ses mouvements de stock ; les ventes de la caisse lui sont annoncées.',
    newLink: 'Lier une boutique',
    name: 'Nom',
    nameMissing: 'Indiquez un nom.',
    url: 'Adresse où annoncer les ventes',
    urlHint: 'Une adresse https ; vide, rien n’est annoncé.',
    urlWrong: 'Une adresse complète, par exemple https://boutique.example/caisse.',
    noUrl: 'Rien ne lui est annoncé.',
    optional: 'facultatif',
    create: 'Lier',
    newSecret: (name) => `Secret de « ${name} »`,
    newSecretHint: 'Copiez-le dans la boutique maintenant : il ne sera plus montré.',
    secretKept: 'C’est copié',
    disabled: { person: 'suspendue', gone: 'suspendue : la boutique a répondu qu’elle n’existe plus' },
    counts: ({ received, delivered, dead }) => `${received} reçus, ${delivered} annoncés, ${dead} perdus`,
    lastSeen: (when) => `vue le ${when}`,
    neverSeen: 'jamais vue',
    lastDelivered: (when) => `dernière annonce le ${when}`,
    secrets: (count) => `${count} secrets valables`,
    test: 'Tester',
    tested: ({ delivered, status, error, tookMs }) =>
      delivered ? `La boutique a répondu ${status} en ${tookMs} ms.` : `La boutique ne l’a pas pris (${error ?? status})`,
    disable: 'Suspendre',
    isDisabled: 'La liaison est suspendue ; ce qui est à annoncer attend.',
    enable: 'Rétablir',
    isEnabled: 'La liaison est rétablie.',
    revoke: 'Révoquer',
    revoked: 'La liaison est révoquée.',
    rotate: 'Changer le secret',
    rotateNow: 'Changer',
    grace: 'Heures pendant lesquelles l’ancien reste valable',
    graceHint: '0 : l’ancien ne vaut plus rien aussitôt.',
    graceWrong: (max) => `Un nombre d’heures de 0 à ${max}.`,
    deliveries: 'Dernières annonces',
    events: { 'sale.created': 'Vente', 'refund.created': 'Remboursement' },
    states: { waiting: 'en attente', held: 'retenue', delivered: 'remise', dead: 'abandonnée' },
    attempts: (count) => (count === 1 ? '1 essai' : `${count} essais`),
    sendAgain: 'Renvoyer',
    sentAgain: 'L’annonce repart.',
  },
  en: {
    hint: 'A linked online shop sends its catalogue and its movements of stock here; the sales of the till are told to it.',
    newLink: 'Link a shop',
    name: 'Name',
    nameMissing: 'Enter a name.',
    url: 'Address that is told of sales',
    urlHint: 'An https address; empty, nothing is told.',
    urlWrong: 'A whole address, such as https://shop.example/till.',
    noUrl: 'Nothing is told to it.',
    optional: 'optional',
    create: 'Link',
    newSecret: (name) => `Secret of “${name}”`,
    newSecretHint: 'Copy it to the shop now: it will not be shown again.',
    secretKept: 'It is copied',
    disabled: { person: 'disabled', gone: 'disabled: the shop answered that it is gone' },
    counts: ({ received, delivered, dead }) => `${received} received, ${delivered} told, ${dead} lost`,
    lastSeen: (when) => `seen ${when}`,
    neverSeen: 'never seen',
    lastDelivered: (when) => `last told ${when}`,
    secrets: (count) => `${count} secrets are good`,
    test: 'Test',
    tested: ({ delivered, status, error, tookMs }) =>
      delivered ? `The shop answered ${status} in ${tookMs} ms.` : `The shop did not take it (${error ?? status})`,
    disable: 'Disable',
    isDisabled: 'The link is disabled; what there is to tell waits.',
    enable: 'Enable',
    isEnabled: 'The link is enabled.',
    revoke: 'Revoke',
    revoked: 'The link is revoked.',
    rotate: 'Change the secret',
    rotateNow: 'Change',
    grace: 'Hours for which the one before stays good',
    graceHint: '0: the one before is good for nothing at once.',
    graceWrong: (max) => `A number of hours from 0 to ${max}.`,
    deliveries: 'Told last',
    events: { 'sale.created': 'Sale', 'refund.created': 'Refund' },
    states: { waiting: 'waiting', held: 'held', delivered: 'delivered', dead: 'given up' },
    attempts: (count) => (count === 1 ? '1 try' : `${count} tries`),
    sendAgain: 'Send again',
    sentAgain: 'It is sent again.',
  },
};

export function useLinks(): LinksTexts {
  return LINKS_TEXTS[useConsole().language];
}
