/** What mails to subscribers say by themselves, in the languages of the newsletter's pages. */
export interface MailWords {
  readonly unsubscribe: string;
  readonly confirmSubject: (site: string) => string;
  readonly confirm: (site: string) => string;
  readonly confirmLabel: string;
  readonly ignore: string;
}

export const NEWSLETTER_LANGUAGES = ['fr', 'en', 'de', 'es', 'it'] as const;
export type NewsletterLanguage = (typeof NEWSLETTER_LANGUAGES)[number];

const WORDS: Readonly<Record<NewsletterLanguage, MailWords>> = {
  fr: {
    unsubscribe: 'Se désabonner',
    confirmSubject: (site) => `Confirmez votre inscription — ${site}`,
    confirm: (site) => `Vous avez demandé à recevoir les nouvelles de ${site}. Confirmez votre inscription ; le lien est valable 7 jours.`,
    confirmLabel: 'Confirmer mon inscription',
    ignore: 'Si ce n’était pas vous, ignorez ce message : vous ne recevrez rien.',
  },
  en: {
    unsubscribe: 'Unsubscribe',
    confirmSubject: (site) => `Confirm your subscription — ${site}`,
    confirm: (site) => `You asked for the news of ${site}. Please confirm your subscription; the link works for 7 days.`,
    confirmLabel: 'Confirm my subscription',
    ignore: 'If it was not you, ignore this message: you will receive nothing.',
  },
  de: {
    unsubscribe: 'Abbestellen',
    confirmSubject: (site) => `Bestätigen Sie Ihre Anmeldung — ${site}`,
    confirm: (site) => `Sie möchten Neuigkeiten von ${site} erhalten. Bitte bestätigen Sie Ihre Anmeldung; der Link gilt 7 Tage.`,
    confirmLabel: 'Anmeldung bestätigen',
    ignore: 'Wenn Sie das nicht waren, tun Sie nichts: Sie erhalten keine weiteren Nachrichten.',
  },
  es: {
    unsubscribe: 'Darse de baja',
    confirmSubject: (site) => `Confirme su suscripción — ${site}`,
    confirm: (site) => `Ha pedido recibir las novedades de ${site}. Confirme su suscripción; el enlace vale durante 7 días.`,
    confirmLabel: 'Confirmar mi suscripción',
    ignore: 'Si no ha sido usted, ignore este mensaje: no recibirá nada.',
  },
  it: {
    unsubscribe: 'Annulla l’iscrizione',
    confirmSubject: (site) => `Confermi la sua iscrizione — ${site}`,
    confirm: (site) => `Ha chiesto di ricevere le novità di ${site}. Confermi la sua iscrizione; il link vale 7 giorni.`,
    confirmLabel: 'Confermare l’iscrizione',
    ignore: 'Se non è stato lei, ignori questo messaggio: non riceverà nulla.',
  },
};

/** In the reader's language where it is one of them, else in English. */
export function mailWords(language: string | null): MailWords {
  const base = language?.split('-')[0];
  return WORDS[NEWSLETTER_LANGUAGES.find((known) => known === base) ?? 'en'];
}
