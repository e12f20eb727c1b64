import type { NewsletterLanguage } from '@comptoir/core/newsletter/mail-words.js';

/** What the pages of the newsletter say. */
export interface NewsletterTexts {
  readonly languages: string;
  readonly kicker: string;
  readonly formTitle: (site: string) => string;
  readonly formHint: string;
  readonly address: string;
  readonly invalidAddress: string;
  readonly subscribe: string;
  readonly askedTitle: string;
  readonly asked: string;
  readonly tooMany: string;
  readonly confirmTitle: (site: string) => string;
  readonly confirmHint: (email: string) => string;
  readonly confirm: string;
  readonly confirmedTitle: string;
  readonly confirmed: (site: string) => string;
  readonly unsubscribeTitle: (site: string) => string;
  readonly unsubscribeHint: (email: string) => string;
  readonly unsubscribe: string;
  readonly unsubscribedTitle: string;
  readonly unsubscribed: (site: string) => string;
  readonly invalidTitle: string;
  readonly invalid: string;
}

export const NEWSLETTER_LANGUAGE_NAMES: Readonly<Record<NewsletterLanguage, string>> = {
  fr: 'Français',
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  it: 'Italiano',
};

export const NEWSLETTER_TEXTS: Readonly<Record<NewsletterLanguage, NewsletterTexts>> = {
  fr: {
    languages: 'Langue',
    kicker: 'Lettre d’information',
    formTitle: (site) => `Les nouvelles de ${site}`,
    formHint: 'Un message vous demandera de confirmer. Chaque lettre permet de se désabonner en un clic.',
    address: 'Votre adresse e-mail',
    invalidAddress: 'Cette adresse n’est pas complète.',
    subscribe: 'S’abonner',
    askedTitle: 'Regardez votre boîte aux lettres',
    asked: 'Si cette adresse peut être inscrite, un message vient de lui être envoyé : ouvrez-le pour confirmer.',
    tooMany: 'Trop d’inscriptions depuis votre connexion. Réessayez dans une heure.',
    confirmTitle: (site) => `Recevoir les nouvelles de ${site} ?`,
    confirmHint: (email) => `Elles seront envoyées à ${email}.`,
    confirm: 'Confirmer mon inscription',
    confirmedTitle: 'C’est confirmé',
    confirmed: (site) => `Vous recevrez les nouvelles de ${site}.`,
    unsubscribeTitle: (site) => `Ne plus recevoir les nouvelles de ${site} ?`,
    unsubscribeHint: (email) => `Plus rien ne sera envoyé à ${email}, sauf ce qui concerne vos commandes.`,
    unsubscribe: 'Me désabonner',
    unsubscribedTitle: 'Vous êtes désabonné',
    unsubscribed: (site) => `Vous ne recevrez plus les nouvelles de ${site}.`,
    invalidTitle: 'Ce lien n’est pas valable',
    invalid: 'Il est peut-être incomplet, ou trop ancien. Demandez-en un nouveau en vous inscrivant encore une fois.',
  },
  en: {
    languages: 'Language',
    kicker: 'Newsletter',
    formTitle: (site) => `News from ${site}`,
    formHint: 'A mail will ask you to confirm. Every letter lets you unsubscribe with one click.',
    address: 'Your e-mail address',
    invalidAddress: 'This address is not complete.',
    subscribe: 'Subscribe',
    askedTitle: 'Look into your mailbox',
    asked: 'If this address can be subscribed, a mail is on its way to it: open it to confirm.',
    tooMany: 'Too many subscriptions from your connection. Try again in an hour.',
    confirmTitle: (site) => `Receive the news from ${site}?`,
    confirmHint: (email) => `They will be sent to ${email}.`,
    confirm: 'Confirm my subscription',
    confirmedTitle: 'Confirmed',
    confirmed: (site) => `You will receive the news from ${site}.`,
    unsubscribeTitle: (site) => `Stop the news from ${site}?`,
    unsubscribeHint: (email) => `Nothing more will be sent to ${email}, except about your orders.`,
    unsubscribe: 'Unsubscribe',
    unsubscribedTitle: 'You are unsubscribed',
    unsubscribed: (site) => `You will receive no more news from ${site}.`,
    invalidTitle: 'This link is not valid',
    invalid: 'It may be incomplete, or too old. Subscribe once more to get a new one.',
  },
  de: {
    languages: 'Sprache',
    kicker: 'Newsletter',
    formTitle: (site) => `Neuigkeiten von ${site}`,
    formHint: 'Eine E-Mail bittet Sie um Bestätigung. Jede Ausgabe lässt sich mit einem Klick abbestellen.',
    address: 'Ihre E-Mail-Adresse',
    invalidAddress: 'Diese Adresse ist nicht vollständig.',
    subscribe: 'Anmelden',
    askedTitle: 'Sehen Sie in Ihr Postfach',
    asked: 'Wenn diese Adresse angemeldet werden kann, ist eine E-Mail an sie unterwegs: Öffnen Sie sie, um zu bestätigen.',
    tooMany: 'Zu viele Anmeldungen von Ihrem Anschluss. Versuchen Sie es in einer Stunde noch einmal.',
    confirmTitle: (site) => `Neuigkeiten von ${site} erhalten?`,
    confirmHint: (email) => `Sie werden an ${email} gesendet.`,
    confirm: 'Anmeldung bestätigen',
    confirmedTitle: 'Bestätigt',
    confirmed: (site) => `Sie erhalten die Neuigkeiten von ${site}.`,
    unsubscribeTitle: (site) => `Keine Neuigkeiten von ${site} mehr?`,
    unsubscribeHint: (email) => `An ${email} wird nichts mehr gesendet, außer zu Ihren Bestellungen.`,
    unsubscribe: 'Abbestellen',
    unsubscribedTitle: 'Sie sind abgemeldet',
    unsubscribed: (site) => `Sie erhalten keine Neuigkeiten von ${site} mehr.`,
    invalidTitle: 'Dieser Link ist nicht gültig',
    invalid: 'Er ist vielleicht unvollständig oder zu alt. Melden Sie sich noch einmal an, um einen neuen zu erhalten.',
  },
  es: {
    languages: 'Idioma',
    kicker: 'Boletín',
    formTitle: (site) => `Novedades de ${site}`,
    formHint: 'Un mensaje le pedirá que confirme. Cada boletín permite darse de baja con un clic.',
    address: 'Su correo electrónico',
    invalidAddress: 'Esta dirección no está completa.',
    subscribe: 'Suscribirse',
    askedTitle: 'Mire su buzón',
    asked: 'Si esta dirección puede suscribirse, le acabamos de enviar un mensaje: ábralo para confirmar.',
    tooMany: 'Demasiadas suscripciones desde su conexión. Vuelva a intentarlo dentro de una hora.',
    confirmTitle: (site) => `¿Recibir las novedades de ${site}?`,
    confirmHint: (email) => `Se enviarán a ${email}.`,
    confirm: 'Confirmar mi suscripción',
    confirmedTitle: 'Confirmado',
    confirmed: (site) => `Recibirá las novedades de ${site}.`,
    unsubscribeTitle: (site) => `¿Dejar de recibir las novedades de ${site}?`,
    unsubscribeHint: (email) => `No se enviará nada más a ${email}, salvo lo relativo a sus pedidos.`,
    unsubscribe: 'Darme de baja',
    unsubscribedTitle: 'Está dado de baja',
    unsubscribed: (site) => `Ya no recibirá las novedades de ${site}.`,
    invalidTitle: 'Este enlace no es válido',
    invalid: 'Quizá esté incompleto o sea demasiado antiguo. Suscríbase otra vez para recibir uno nuevo.',
  },
  it: {
    languages: 'Lingua',
    kicker: 'Newsletter',
    formTitle: (site) => `Le novità di ${site}`,
    formHint: 'Un messaggio le chiederà di confermare. Da ogni lettera ci si cancella con un clic.',
    address: 'Il suo indirizzo e-mail',
    invalidAddress: 'Questo indirizzo non è completo.',
    subscribe: 'Iscriversi',
    askedTitle: 'Guardi la sua casella',
    asked: 'Se questo indirizzo può essere iscritto, gli è appena stato inviato un messaggio: lo apra per confermare.',
    tooMany: 'Troppe iscrizioni dalla sua connessione. Riprovi fra un’ora.',
    confirmTitle: (site) => `Ricevere le novità di ${site}?`,
    confirmHint: (email) => `Saranno inviate a ${email}.`,
    confirm: 'Confermare l’iscrizione',
    confirmedTitle: 'Confermato',
    confirmed: (site) => `Riceverà le novità di ${site}.`,
    unsubscribeTitle: (site) => `Non ricevere più le novità di ${site}?`,
    unsubscribeHint: (email) => `Non sarà più inviato nulla a ${email}, tranne ciò che riguarda i suoi ordini.`,
    unsubscribe: 'Annullare l’iscrizione',
    unsubscribedTitle: 'L’iscrizione è annullata',
    unsubscribed: (site) => `Non riceverà più le novità di ${site}.`,
    invalidTitle: 'Questo link non è valido',
    invalid: 'Forse è incompleto o troppo vecchio. Si iscriva ancora una volta per riceverne uno nuovo.',
  },
};
