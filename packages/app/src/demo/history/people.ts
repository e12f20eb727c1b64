/** Names and places that clients are made of. Nobody of them exists: streets and companies are invented. */

export interface Country {
  readonly code: string;
  /** Of the establishment's languages. */
  readonly language: 'fr' | 'en';
  readonly firstNames: Names;
  readonly lastNames: Names;
  readonly streets: Names;
  readonly cities: readonly [City, ...City[]];
  readonly companies: Names;
  /** `12 rue …` or `… 12`. */
  readonly numberFirst: boolean;
  /** The beginning of a range that is kept for fiction, and how many digits follow; null where no range is. */
  readonly phone: { readonly prefix: string; readonly digits: number } | null;
}

type Names = readonly [string, ...string[]];
type City = readonly [postcode: string, name: string];

export const FRANCE: Country = {
  code: 'FR',
  language: 'fr',
  firstNames: [
    'Camille',
    'Élodie',
    'Hugo',
    'Inès',
    'Julien',
    'Léa',
    'Margaux',
    'Maxime',
    'Nathan',
    'Océane',
    'Romain',
    'Zoé',
    'Anaïs',
    'Thibault',
  ],
  lastNames: [
    'Delattre',
    'Vasseur',
    'Lemoine',
    'Carpentier',
    'Dubrulle',
    'Fontaine',
    'Garnier',
    'Hennebelle',
    'Lefèbvre',
    'Marchand',
    'Noël',
    'Perrin',
  ],
  streets: [
    'rue des Trois-Merles',
    'rue du Fil-de-Lin',
    'place des Tisserandes',
    'quai du Héron',
    'impasse des Houblons',
    'allée des Faïenciers',
  ],
  cities: [
    ['59000', 'Lille'],
    ['59100', 'Roubaix'],
    ['62000', 'Arras'],
    ['75011', 'Paris'],
    ['69004', 'Lyon'],
    ['44000', 'Nantes'],
    ['33000', 'Bordeaux'],
    ['67000', 'Strasbourg'],
  ],
  companies: [
    'Hôtel du Héron',
    'Café des Trois Merles',
    'Agence Brique & Lin',
    'Maison Dubrulle',
    'Studio Ostrevent',
    'Librairie du Beffroi',
    'Cabinet Hennebelle',
    'Les Jardins de Scarpe',
    'Atelier Faïence',
    'Restaurant Le Houblon',
    'Conciergerie Vasseur',
    'Théâtre des Bobines',
  ],
  numberFirst: true,
  phone: { prefix: '06 39 98 ', digits: 4 },
};

const GERMANY: Country = {
  code: 'DE',
  language: 'en',
  firstNames: ['Anneliese', 'Björn', 'Friederike', 'Jürgen', 'Lukas', 'Maike', 'Sören', 'Ute'],
  lastNames: ['Ackermann', 'Brückner', 'Grünwald', 'Hoffmeister', 'Köhler', 'Schäfer', 'Voß'],
  streets: ['Leinenweg', 'Amselgasse', 'Töpferstraße', 'Am Hopfengarten'],
  cities: [
    ['10405', 'Berlin'],
    ['50667', 'Köln'],
    ['20095', 'Hamburg'],
    ['80331', 'München'],
  ],
  companies: ['Kontor Hopfengarten GmbH', 'Buchhandlung Amsel', 'Gasthaus Töpferhof'],
  numberFirst: false,
  phone: { prefix: '+49 30 23125 ', digits: 3 },
};

const BRITAIN: Country = {
  code: 'GB',
  language: 'en',
  firstNames: ['Alistair', 'Bronwen', 'Charlotte', 'Ewan', 'Harriet', 'Imogen', 'Rhys'],
  lastNames: ['Ashworth', 'Blackwood', 'Cartwright', 'Fairbairn', 'Llewellyn', 'O’Connor', 'Pemberton'],
  streets: ['Linnet Lane', 'Weavers’ Row', 'Potters Hill', 'Heron Wharf'],
  cities: [
    ['M1 1AA', 'Manchester'],
    ['BS1 4DJ', 'Bristol'],
    ['EH1 1YZ', 'Edinburgh'],
    ['CF10 1EP', 'Cardiff'],
  ],
  companies: ['Heron Wharf Interiors Ltd', 'The Linnet Bookshop'],
  numberFirst: true,
  phone: { prefix: '+44 7700 900', digits: 3 },
};

const ITALY: Country = {
  code: 'IT',
  language: 'en',
  firstNames: ['Alessandra', 'Bruno', 'Chiara', 'Davide', 'Ginevra', 'Niccolò', 'Silvia'],
  lastNames: ['Barbieri', 'Colombo', 'De Santis', 'Ferrari', 'Lo Monaco', 'Martinelli'],
  streets: ['via dei Merli', 'vicolo del Lino', 'piazza dei Vasai'],
  cities: [
    ['20121', 'Milano'],
    ['40121', 'Bologna'],
    ['10121', 'Torino'],
  ],
  companies: ['Bottega dei Vasai Srl', 'Albergo del Merlo'],
  numberFirst: false,
  phone: null,
};

const SPAIN: Country = {
  code: 'ES',
  language: 'en',
  firstNames: ['Álvaro', 'Begoña', 'Carmen', 'Íñigo', 'Lucía', 'Nuria', 'Sergio'],
  lastNames: ['Aguirre', 'Castaño', 'Herrero', 'Muñoz', 'Peña Ríos', 'Vidal'],
  streets: ['calle de los Mirlos', 'plaza del Lino', 'paseo de la Garza'],
  cities: [
    ['28004', 'Madrid'],
    ['08003', 'Barcelona'],
    ['46001', 'Valencia'],
  ],
  companies: ['Estudio La Garza SL', 'Hostal del Lino'],
  numberFirst: false,
  phone: null,
};

export const COUNTRIES = [
  [FRANCE, 62],
  [GERMANY, 12],
  [BRITAIN, 10],
  [ITALY, 8],
  [SPAIN, 8],
] as const;
