import type { Language } from '../../language.js';
import type { ConsolePage } from '../../page-paths.js';
import type { ConsoleCode } from '../console-refusal.js';

/** What every page of the console says. */
export interface ConsoleTexts {
  readonly pages: Readonly<Record<ConsolePage, string>>;
  readonly pagesLabel: string;
  readonly account: string;
  readonly languageSwitch: string;
  readonly choosePlace: string;
  readonly toPlaces: string;
  readonly notYours: string;
  readonly needsScript: string;
  readonly loading: string;
  readonly tryAgain: string;
  readonly busy: string;
  readonly cancel: string;
  /** Asks once more before something that cannot be undone. */
  readonly reallyDo: (label: string) => string;
  /** What was made has a secret that an answer carried which never came. */
  readonly secretLost: string;
  readonly older: string;
  readonly refresh: string;
  readonly copy: string;
  readonly copied: string;
  readonly notCopied: string;
  /** The pages of a list. */
  readonly listPages: (page: number, pages: number) => string;
  readonly previous: string;
  readonly next: string;
  readonly none: string;
  readonly signIn: string;
  readonly wait: (seconds: number) => string;
  readonly refusals: Readonly<Record<ConsoleCode, string>>;
}

export const CONSOLE_TEXTS: Readonly<Record<Language, ConsoleTexts>> = {
  fr: {
    pages: { till: 'Caisse', gates: 'Contrôle d’accès', shop: 'Boutique en ligne', links: 'Boutiques liées' },
    pagesLabel: 'Pages',
    account: 'Mon compte',
    languageSwitch: 'Langue',
    choosePlace: 'Choisissez d’abord l’établissement pour lequel vous travaillez.',
    toPlaces: 'Choisir un établissement',
    notYours: 'Votre compte ne donne pas accès à cette page ici.',
    needsScript: 'Cette page a besoin de JavaScript. Activez-le dans votre navigateur, puis rechargez la page.',
    loading: 'Un instant…',
    tryAgain: 'Réessayer',
    busy: 'Un instant…',
    cancel: 'Annuler',
    reallyDo: (label) => `${label} : oui, vraiment`,
    secretLost: 'C’est enregistré, mais le secret n’a pas pu être montré : faites-en un autre.',
    older: 'Plus anciens',
    refresh: 'Actualiser',
    copy: 'Copier',
    copied: 'C’est copié.',
    notCopied: 'Le navigateur ne l’a pas permis : sélectionnez le texte et copiez-le.',
    listPages: (page, pages) => `Page ${page} sur ${pages}`,
    previous: 'Précédente',
    next: 'Suivante',
    none: 'Rien pour le moment.',
    signIn: 'Se connecter',
    wait: (seconds) => `Réessayez dans ${seconds < 60 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`}.`,
    refusals: {
      duplicate: 'Ce nom est déjà pris.',
      feature_disabled: 'Ce service n’est pas activé pour cet établissement.',
      forbidden: 'Votre compte ne permet pas cela ici.',
      in_use: 'Ce n’est plus possible : des enregistrements en dépendent.',
      invalid_request: 'Quelque chose ne va pas dans ce qui a été saisi : vérifiez-le et réessayez.',
      key_ended: 'Cette clé est révoquée ou expirée.',
      no_open_shift: 'La journée de cette caisse n’est pas ouverte.',
      not_configured: 'Aucune boutique en ligne n’est connectée, ou ce serveur n’en synchronise pas.',
      nothing_to_accept: 'Il n’y a plus rien à accepter : aucune synchronisation n’est arrêtée par des disparitions.',
      over_refunded: 'Il ne reste pas autant à rembourser de cette vente.',
      rate_limited: 'Trop d’appels.',
      scan_settled: 'Ce contrôle ne peut plus être annulé.',
      shift_open: 'La journée de cette caisse est ouverte : clôturez-la d’abord.',
      shift_over: 'La journée de cette caisse est ouverte depuis plus de 24 heures : clôturez-la d’abord.',
      shop_unauthorized: 'La boutique n’accepte pas la clé.',
      shop_unreachable: 'La boutique ne répond pas, ou son service web est désactivé.',
      shop_unreadable: 'La clé n’a pas le droit de lire tout ce qu’il faut dans la boutique.',
      shop_unusable: 'Ce qui répond à cette adresse n’est pas le service web d’une boutique, ou ne peut être appelé d’ici.',
      stale: 'Quelqu’un d’autre l’a modifié entre-temps. Rechargez la page.',
      sync_running: 'Une synchronisation est déjà en cours : attendez qu’elle finisse.',
      tenant_suspended: 'Cette organisation est suspendue.',
      unauthorized: 'Votre session est terminée.',
      unknown_item: 'Cet article n’existe plus.',
      unknown_offer: 'Cette offre n’existe plus.',
      unknown_record: 'Cela n’existe plus. Rechargez la page.',
      unknown_register: 'Cette caisse n’existe pas.',
      unknown_sale: 'Cette vente n’existe pas.',
      unknown_scan: 'Ce contrôle n’existe pas.',
      unreachable: 'Pas de réponse : vérifiez votre connexion et réessayez. Rien ne sera enregistré deux fois.',
      unexpected: 'Cela n’a pas fonctionné. Réessayez dans un instant.',
    },
  },
  en: {
    pages: { till: 'Till', gates: 'Access control', shop: 'Online shop', links: 'Linked shops' },
    pagesLabel: 'Pages',
    account: 'My account',
    languageSwitch: 'Language',
    choosePlace: 'First choose the establishment you work for.',
    toPlaces: 'Choose an establishment',
    notYours: 'Your account does not open this page here.',
    needsScript: 'This page needs JavaScript. Turn it on in your browser, then load the page again.',
    loading: 'One moment…',
    tryAgain: 'Try again',
    busy: 'One moment…',
    cancel: 'Cancel',
    reallyDo: (label) => `${label}: yes, really`,
    secretLost: 'It is recorded, but the secret could not be shown: make another one.',
    older: 'Older ones',
    refresh: 'Refresh',
    copy: 'Copy',
    copied: 'It is copied.',
    notCopied: 'The browser did not allow it: select the text and copy it.',
    listPages: (page, pages) => `Page ${page} of ${pages}`,
    previous: 'Previous',
    next: 'Next',
    none: 'Nothing yet.',
    signIn: 'Sign in',
    wait: (seconds) => `Try again in ${seconds < 60 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`}.`,
    refusals: {
      duplicate: 'This name is taken.',
      feature_disabled: 'This service is not turned on for this establishment.',
      forbidden: 'Your account does not allow that here.',
      in_use: 'This is no longer possible: records depend on it.',
      invalid_request: 'Something is wrong with what was typed: check it and try again.',
      key_ended: 'This key was revoked or has expired.',
      no_open_shift: 'The shift of this register is not open.',
      not_configured: 'No online shop is connected, or this server synchronizes none.',
      nothing_to_accept: 'There is nothing to accept any more: no synchronization is stopped by what is gone.',
      over_refunded: 'There is not that much left of the sale to refund.',
      rate_limited: 'Too many calls.',
      scan_settled: 'This scan cannot be annulled any more.',
      shift_open: 'The shift of this register is open: close it first.',
      shift_over: 'The shift of this register has been open for more than 24 hours: close it first.',
      shop_unauthorized: 'The shop does not accept the key.',
      shop_unreachable: 'The shop does not answer, or its web service is switched off.',
      shop_unreadable: 'The key may not read all that is needed of the shop.',
      shop_unusable: 'What answers at this address is no web service of a shop, or cannot be called from here.',
      stale: 'Somebody else has changed it meanwhile. Load the page again.',
      sync_running: 'A synchronization is under way already: wait until it has ended.',
      tenant_suspended: 'This organisation is suspended.',
      unauthorized: 'Your session has ended.',
      unknown_item: 'This item no longer exists.',
      unknown_offer: 'This offer no longer exists.',
      unknown_record: 'That no longer exists. Load the page again.',
      unknown_register: 'There is no such register.',
      unknown_sale: 'There is no such sale.',
      unknown_scan: 'There is no such scan.',
      unreachable: 'No answer: check your connection and try again. Nothing will be recorded twice.',
      unexpected: 'That did not work. Try again in a moment.',
    },
  },
};
