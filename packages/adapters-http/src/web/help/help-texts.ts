/** The languages of the fixed words of the help desk. Articles may be in any. */
export const HELP_LANGUAGES = ['fr', 'en', 'de', 'es', 'it'] as const;
export type HelpLanguage = (typeof HELP_LANGUAGES)[number];

/** What the pages of the help desk say themselves. */
export interface HelpTexts {
  readonly help: string;
  readonly helpOf: (name: string) => string;
  readonly description: (name: string) => string;
  readonly languages: string;
  readonly breadcrumbs: string;
  readonly search: string;
  readonly searchLabel: string;
  readonly found: (count: number, words: string) => string;
  readonly foundNothing: (words: string) => string;
  readonly foundNothingHint: string;
  readonly narrow: string;
  readonly allTopics: string;
  readonly otherTopics: string;
  readonly allOf: (count: number, category: string) => string;
  readonly empty: string;
  readonly emptyHint: string;
  readonly updated: (day: string) => string;
  readonly otherLanguage: string;
  readonly notFoundTitle: string;
  readonly notFoundHelp: string;
  readonly notFoundArticle: string;
  readonly contactTitle: string;
  readonly contact: string;
  readonly call: (phone: string) => string;
  readonly website: string;
  readonly skip: string;
}

const fr: HelpTexts = {
  help: 'Aide',
  helpOf: (name) => `Aide — ${name}`,
  description: (name) => `Réponses aux questions que l’on pose à ${name} : commandes, livraison, retours, paiement.`,
  languages: 'Langues',
  breadcrumbs: 'Fil d’Ariane',
  search: 'Chercher',
  searchLabel: 'Chercher dans l’aide',
  found: (count, words) => `${count} ${count === 1 ? 'réponse' : 'réponses'} pour « ${words} »`,
  foundNothing: (words) => `Aucune réponse pour « ${words} »`,
  foundNothingHint: 'Essayez avec moins de mots, ou avec un autre.',
  narrow: 'Seules les premières réponses sont affichées : ajoutez un mot pour préciser.',
  allTopics: 'Tous les sujets',
  otherTopics: 'Autres sujets',
  allOf: (count, category) => `Les ${count} articles de « ${category} »`,
  empty: 'Rien n’est encore publié ici',
  emptyHint: 'Les premières réponses arrivent bientôt.',
  updated: (day) => `Mis à jour le ${day}`,
  otherLanguage: 'Cet article n’existe pas encore en français.',
  notFoundTitle: 'Page introuvable',
  notFoundHelp: 'Aucune aide à cette adresse. Vérifiez le lien.',
  notFoundArticle: 'Cet article n’existe pas, ou n’est plus publié.',
  contactTitle: 'Vous n’avez pas trouvé ?',
  contact: 'Demandez-nous directement, nous vous répondrons.',
  call: (phone) => `Appeler le ${phone}`,
  website: 'Notre site',
  skip: 'Aller au contenu',
};

const en: HelpTexts = {
  help: 'Help',
  helpOf: (name) => `Help — ${name}`,
  description: (name) => `Answers to what people ask ${name}: orders, delivery, returns, payment.`,
  languages: 'Languages',
  breadcrumbs: 'Breadcrumbs',
  search: 'Search',
  searchLabel: 'Search the help pages',
  found: (count, words) => `${count} ${count === 1 ? 'answer' : 'answers'} for “${words}”`,
  foundNothing: (words) => `No answer for “${words}”`,
  foundNothingHint: 'Try fewer words, or another one.',
  narrow: 'Only the first answers are shown: add a word to narrow it down.',
  allTopics: 'All topics',
  otherTopics: 'Other topics',
  allOf: (count, category) => `All ${count} articles of “${category}”`,
  empty: 'Nothing is published here yet',
  emptyHint: 'The first answers are on their way.',
  updated: (day) => `Updated ${day}`,
  otherLanguage: 'This article is not there in English yet.',
  notFoundTitle: 'Page not found',
  notFoundHelp: 'There is no help at this address. Check the link.',
  notFoundArticle: 'This article does not exist, or is no longer published.',
  contactTitle: 'Not found what you need?',
  contact: 'Ask us directly, we will answer.',
  call: (phone) => `Call ${phone}`,
  website: 'Our website',
  skip: 'Skip to the content',
};

const de: HelpTexts = {
  help: 'Hilfe',
  helpOf: (name) => `Hilfe — ${name}`,
  description: (name) => `Antworten auf das, was ${name} gefragt wird: Bestellung, Lieferung, Rückgabe, Zahlung.`,
  languages: 'Sprachen',
  breadcrumbs: 'Navigationspfad',
  search: 'Suchen',
  searchLabel: 'In der Hilfe suchen',
  found: (count, words) => `${count} ${count === 1 ? 'Antwort' : 'Antworten'} zu „${words}“`,
  foundNothing: (words) => `Keine Antwort zu „${words}“`,
  foundNothingHint: 'Versuchen Sie es mit weniger Wörtern oder mit einem anderen.',
  narrow: 'Nur die ersten Antworten sind zu sehen: ein weiteres Wort grenzt sie ein.',
  allTopics: 'Alle Themen',
  otherTopics: 'Weitere Themen',
  allOf: (count, category) => `Alle ${count} Artikel zu „${category}“`,
  empty: 'Hier ist noch nichts veröffentlicht',
  emptyHint: 'Die ersten Antworten kommen bald.',
  updated: (day) => `Stand: ${day}`,
  otherLanguage: 'Diesen Artikel gibt es noch nicht auf Deutsch.',
  notFoundTitle: 'Seite nicht gefunden',
  notFoundHelp: 'Unter dieser Adresse gibt es keine Hilfe. Prüfen Sie den Link.',
  notFoundArticle: 'Diesen Artikel gibt es nicht, oder er ist nicht mehr veröffentlicht.',
  contactTitle: 'Nicht gefunden?',
  contact: 'Fragen Sie uns direkt, wir antworten gern.',
  call: (phone) => `${phone} anrufen`,
  website: 'Unsere Website',
  skip: 'Zum Inhalt',
};

const es: HelpTexts = {
  help: 'Ayuda',
  helpOf: (name) => `Ayuda — ${name}`,
  description: (name) => `Respuestas a lo que se pregunta a ${name}: pedidos, envío, devoluciones, pago.`,
  languages: 'Idiomas',
  breadcrumbs: 'Ruta de navegación',
  search: 'Buscar',
  searchLabel: 'Buscar en la ayuda',
  found: (count, words) => `${count} ${count === 1 ? 'respuesta' : 'respuestas'} para «${words}»`,
  foundNothing: (words) => `Ninguna respuesta para «${words}»`,
  foundNothingHint: 'Pruebe con menos palabras, o con otra.',
  narrow: 'Solo se muestran las primeras respuestas: añada una palabra para precisar.',
  allTopics: 'Todos los temas',
  otherTopics: 'Otros temas',
  allOf: (count, category) => `Los ${count} artículos de «${category}»`,
  empty: 'Todavía no hay nada publicado',
  emptyHint: 'Las primeras respuestas llegarán pronto.',
  updated: (day) => `Actualizado el ${day}`,
  otherLanguage: 'Este artículo aún no existe en español.',
  notFoundTitle: 'Página no encontrada',
  notFoundHelp: 'No hay ayuda en esta dirección. Compruebe el enlace.',
  notFoundArticle: 'Este artículo no existe o ya no está publicado.',
  contactTitle: '¿No lo ha encontrado?',
  contact: 'Pregúntenos directamente y le responderemos.',
  call: (phone) => `Llamar al ${phone}`,
  website: 'Nuestro sitio',
  skip: 'Ir al contenido',
};

const it: HelpTexts = {
  help: 'Aiuto',
  helpOf: (name) => `Aiuto — ${name}`,
  description: (name) => `Risposte a ciò che si chiede a ${name}: ordini, consegna, resi, pagamento.`,
  languages: 'Lingue',
  breadcrumbs: 'Percorso',
  search: 'Cerca',
  searchLabel: 'Cerca nell’aiuto',
  found: (count, words) => `${count} ${count === 1 ? 'risposta' : 'risposte'} per «${words}»`,
  foundNothing: (words) => `Nessuna risposta per «${words}»`,
  foundNothingHint: 'Provi con meno parole, o con un’altra.',
  narrow: 'Si vedono solo le prime risposte: aggiunga una parola per precisare.',
  allTopics: 'Tutti gli argomenti',
  otherTopics: 'Altri argomenti',
  allOf: (count, category) => `Tutti i ${count} articoli di «${category}»`,
  empty: 'Qui non è ancora pubblicato nulla',
  emptyHint: 'Le prime risposte arriveranno presto.',
  updated: (day) => `Aggiornato il ${day}`,
  otherLanguage: 'Questo articolo non c’è ancora in italiano.',
  notFoundTitle: 'Pagina non trovata',
  notFoundHelp: 'A questo indirizzo non c’è alcun aiuto. Controlli il link.',
  notFoundArticle: 'Questo articolo non esiste, o non è più pubblicato.',
  contactTitle: 'Non ha trovato la risposta?',
  contact: 'Ci chieda direttamente, risponderemo.',
  call: (phone) => `Chiama ${phone}`,
  website: 'Il nostro sito',
  skip: 'Vai al contenuto',
};

export const HELP_TEXTS: Readonly<Record<HelpLanguage, HelpTexts>> = { de, en, es, fr, it };

/** Each as those who speak it call it. */
export const HELP_LANGUAGE_NAMES: Readonly<Record<HelpLanguage, string>> = {
  de: 'Deutsch',
  en: 'English',
  es: 'Español',
  fr: 'Français',
  it: 'Italiano',
};
