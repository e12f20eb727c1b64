/** The languages the vendor portal is written in. */
export const PORTAL_LANGUAGES = ['fr', 'en', 'de', 'es', 'it'] as const;
export type PortalLanguage = (typeof PORTAL_LANGUAGES)[number];

export interface PortalWords {
  /** As the language is called by those who speak it. */
  readonly language: string;
  readonly languages: string;
  readonly title: string;
  /** Over the name of the establishment: whose stock it is. */
  readonly of: (host: string) => string;
  readonly until: (day: string) => string;
  readonly products: (count: number) => string;
  readonly product: string;
  readonly reference: string;
  readonly available: string;
  readonly suggested: string;
  readonly low: string;
  readonly untracked: string;
  readonly none: string;
  readonly page: (page: number, pages: number) => string;
  readonly previous: string;
  readonly next: string;
  readonly notFound: string;
  readonly notFoundHint: string;
  readonly mail: {
    readonly subject: (host: string) => string;
    readonly greeting: (vendor: string) => string;
    readonly body: (host: string) => string;
    readonly until: (day: string) => string;
    readonly action: string;
  };
}

const FRENCH: PortalWords = {
  language: 'Français',
  languages: 'Langue',
  title: 'Espace fournisseur',
  of: (host) => `Vos produits chez ${host}`,
  until: (day) => `Ce lien est valable jusqu’au ${day}.`,
  products: (count) => (count > 1 ? `${count} produits` : `${count} produit`),
  product: 'Produit',
  reference: 'Référence',
  available: 'En stock',
  suggested: 'À commander',
  low: 'Stock bas',
  untracked: 'Stock non suivi',
  none: 'Aucun produit ne vous est associé pour le moment.',
  page: (page, pages) => `Page ${page} sur ${pages}`,
  previous: 'Page précédente',
  next: 'Page suivante',
  notFound: 'Ce lien n’ouvre plus rien',
  notFoundHint: 'Il a expiré ou a été remplacé. Demandez-en un nouveau à l’établissement qui vous l’a envoyé.',
  mail: {
    subject: (host) => `Votre espace fournisseur chez ${host}`,
    greeting: (vendor) => `Bonjour ${vendor},`,
    body: (host) => `Voici votre accès aux produits que vous fournissez à ${host}, avec leur stock actuel.`,
    until: (day) => `Le lien est personnel et valable jusqu’au ${day}.`,
    action: 'Voir mes produits',
  },
};

const ENGLISH: PortalWords = {
  language: 'English',
  languages: 'Language',
  title: 'Vendor portal',
  of: (host) => `Your products at ${host}`,
  until: (day) => `This link is good until ${day}.`,
  products: (count) => (count === 1 ? '1 product' : `${count} products`),
  product: 'Product',
  reference: 'Reference',
  available: 'In stock',
  suggested: 'To order',
  low: 'Low stock',
  untracked: 'Stock not tracked',
  none: 'No product is linked to you at the moment.',
  page: (page, pages) => `Page ${page} of ${pages}`,
  previous: 'Previous page',
  next: 'Next page',
  notFound: 'This link opens nothing any more',
  notFoundHint: 'It has expired or was replaced. Ask the establishment that sent it for a new one.',
  mail: {
    subject: (host) => `Your vendor portal at ${host}`,
    greeting: (vendor) => `Dear ${vendor},`,
    body: (host) => `Here is your access to the products you supply to ${host}, with what is in stock of them.`,
    until: (day) => `The link is yours alone and good until ${day}.`,
    action: 'See my products',
  },
};

const GERMAN: PortalWords = {
  language: 'Deutsch',
  languages: 'Sprache',
  title: 'Lieferantenportal',
  of: (host) => `Ihre Artikel bei ${host}`,
  until: (day) => `Dieser Link gilt bis zum ${day}.`,
  products: (count) => `${count} Artikel`,
  product: 'Artikel',
  reference: 'Artikelnummer',
  available: 'Auf Lager',
  suggested: 'Zu bestellen',
  low: 'Bestand niedrig',
  untracked: 'Bestand nicht geführt',
  none: 'Zurzeit sind Ihnen keine Artikel zugeordnet.',
  page: (page, pages) => `Seite ${page} von ${pages}`,
  previous: 'Vorherige Seite',
  next: 'Nächste Seite',
  notFound: 'Dieser Link führt nirgendwohin',
  notFoundHint: 'Er ist abgelaufen oder wurde ersetzt. Bitten Sie den Betrieb, der ihn geschickt hat, um einen neuen.',
  mail: {
    subject: (host) => `Ihr Lieferantenportal bei ${host}`,
    greeting: (vendor) => `Guten Tag ${vendor},`,
    body: (host) => `hier ist Ihr Zugang zu den Artikeln, die Sie an ${host} liefern, mit dem aktuellen Bestand.`,
    until: (day) => `Der Link ist persönlich und gilt bis zum ${day}.`,
    action: 'Meine Artikel ansehen',
  },
};

const SPANISH: PortalWords = {
  language: 'Español',
  languages: 'Idioma',
  title: 'Portal de proveedores',
  of: (host) => `Sus productos en ${host}`,
  until: (day) => `Este enlace es válido hasta el ${day}.`,
  products: (count) => (count === 1 ? '1 producto' : `${count} productos`),
  product: 'Producto',
  reference: 'Referencia',
  available: 'En existencias',
  suggested: 'Por pedir',
  low: 'Pocas existencias',
  untracked: 'Existencias sin seguimiento',
  none: 'Por ahora no tiene ningún producto asociado.',
  page: (page, pages) => `Página ${page} de ${pages}`,
  previous: 'Página anterior',
  next: 'Página siguiente',
  notFound: 'Este enlace ya no abre nada',
  notFoundHint: 'Ha caducado o ha sido sustituido. Pida uno nuevo al establecimiento que se lo envió.',
  mail: {
    subject: (host) => `Su portal de proveedor en ${host}`,
    greeting: (vendor) => `Estimado ${vendor}:`,
    body: (host) => `Este es su acceso a los productos que suministra a ${host}, con sus existencias actuales.`,
    until: (day) => `El enlace es personal y válido hasta el ${day}.`,
    action: 'Ver mis productos',
  },
};

const ITALIAN: PortalWords = {
  language: 'Italiano',
  languages: 'Lingua',
  title: 'Area fornitori',
  of: (host) => `I suoi prodotti presso ${host}`,
  until: (day) => `Questo link è valido fino al ${day}.`,
  products: (count) => (count === 1 ? '1 prodotto' : `${count} prodotti`),
  product: 'Prodotto',
  reference: 'Riferimento',
  available: 'In magazzino',
  suggested: 'Da ordinare',
  low: 'Scorta bassa',
  untracked: 'Scorta non seguita',
  none: 'Al momento nessun prodotto è associato a lei.',
  page: (page, pages) => `Pagina ${page} di ${pages}`,
  previous: 'Pagina precedente',
  next: 'Pagina successiva',
  notFound: 'Questo link non apre più nulla',
  notFoundHint: 'È scaduto o è stato sostituito. Ne chieda uno nuovo all’esercizio che lo ha inviato.',
  mail: {
    subject: (host) => `La sua area fornitori presso ${host}`,
    greeting: (vendor) => `Gentile ${vendor},`,
    body: (host) => `ecco il suo accesso ai prodotti che fornisce a ${host}, con la scorta attuale.`,
    until: (day) => `Il link è personale e valido fino al ${day}.`,
    action: 'Vedere i miei prodotti',
  },
};

const WORDS: Readonly<Record<PortalLanguage, PortalWords>> = { fr: FRENCH, en: ENGLISH, de: GERMAN, es: SPANISH, it: ITALIAN };

export function portalWordsOf(language: PortalLanguage): PortalWords {
  return WORDS[language];
}

/** The first of the languages in which the portal is written (`fr-CH` is French), else English. */
export function portalLanguageOf(languages: readonly string[]): PortalLanguage {
  const primaries = languages.map((language) => language.toLowerCase().split('-')[0]);
  return primaries.flatMap((primary) => PORTAL_LANGUAGES.find((known) => known === primary) ?? [])[0] ?? 'en';
}
