import type { Rate } from '@comptoir/core/ticketing/offer.js';
import { inFive } from './demo-text.js';
import type { DemoOffer } from './demo-tickets.js';

/** What the museum of the demonstration sells tickets for. */

/** French rates on admission: shows at 2.1 % are for the first hundred and forty performances, museums at 5.5 %. */
const TAX = { show: 210, museum: 550 } as const;

const UNDER_26 = inFive(
  'Moins de 26 ans, demandeurs d’emploi, sur justificatif.',
  'Under 26 and job seekers, on proof.',
  'Unter 26 Jahren und Arbeitsuchende, mit Nachweis.',
  'Meno di 26 anni e persone in cerca di lavoro, con documento.',
  'Menores de 26 años y desempleados, con justificante.',
);
const SIX_TO_TWELVE = inFive('De 6 à 12 ans.', 'Aged 6 to 12.', 'Von 6 bis 12 Jahren.', 'Da 6 a 12 anni.', 'De 6 a 12 años.');
const UNDER_SIX = inFive('Moins de 6 ans.', 'Under 6.', 'Unter 6 Jahren.', 'Meno di 6 anni.', 'Menores de 6 años.');

const NAMES = {
  full: inFive('Plein tarif', 'Full price', 'Vollpreis', 'Tariffa intera', 'Tarifa general'),
  reduced: inFive('Tarif réduit', 'Reduced price', 'Ermäßigt', 'Tariffa ridotta', 'Tarifa reducida'),
  child: inFive('Enfant', 'Child', 'Kind', 'Bambino', 'Niño'),
  family: inFive('Famille, par personne', 'Family, per person', 'Familie, pro Person', 'Famiglia, a persona', 'Familia, por persona'),
  free: inFive('Tout-petit', 'Toddler', 'Kleinkind', 'Bimbo piccolo', 'Bebé'),
} as const;

const FAMILY = inFive(
  'Dès quatre personnes, dont deux enfants.',
  'From four people, two of them children.',
  'Ab vier Personen, davon zwei Kinder.',
  'Da quattro persone, di cui due bambini.',
  'A partir de cuatro personas, dos de ellas niños.',
);

function rate(id: string, name: Rate['name'], priceCents: number, taxBasisPoints: number, conditions: Rate['conditions'] = null): Rate {
  return { id, name, priceCents, taxBasisPoints, conditions, active: true };
}

const nightOfWaves: DemoOffer = {
  id: 'nuit-des-ondes',
  kind: 'show',
  title: inFive('La nuit des ondes', 'Night of the waves', 'Die Nacht der Wellen', 'La notte delle onde', 'La noche de las ondas'),
  description: inFive(
    'Dans le noir complet, un voyage sonore de la première voix transmise au-dessus de l’Atlantique jusqu’au chant des pulsars. Les sièges vibrent, les oreilles voient.',
    'In complete darkness, a journey in sound from the first voice sent across the Atlantic to the song of pulsars. Seats tremble, ears see.',
    'In völliger Dunkelheit eine Reise aus Klang, von der ersten Stimme über dem Atlantik bis zum Gesang der Pulsare. Die Sitze beben, die Ohren sehen.',
    'Nel buio più completo, un viaggio sonoro dalla prima voce trasmessa sopra l’Atlantico fino al canto delle pulsar. Le poltrone vibrano, le orecchie vedono.',
    'En la oscuridad total, un viaje sonoro desde la primera voz que cruzó el Atlántico hasta el canto de los púlsares. Los asientos vibran, los oídos ven.',
  ),
  picture: 'phare',
  durationMinutes: 60,
  rates: [
    rate('nuit-plein', NAMES.full, 1400, TAX.show),
    rate('nuit-reduit', NAMES.reduced, 1050, TAX.show, UNDER_26),
    rate('nuit-enfant', NAMES.child, 800, TAX.show, SIX_TO_TWELVE),
  ],
  times: ['11:00', '15:00', '18:00', '21:00'],
  capacity: 40,
};

const invisible: DemoOffer = {
  id: 'capter-l-invisible',
  kind: 'exhibition',
  title: inFive('Capter l’invisible', 'Catching the invisible', 'Das Unsichtbare einfangen', 'Captare l’invisibile', 'Captar lo invisible'),
  description: inFive(
    'Deux siècles d’ondes en cent vingt objets, du poste à galène au radiotélescope. Entrée à l’heure choisie, visite sans limite de durée, jour et nuit.',
    'Two centuries of waves in a hundred and twenty objects, from the crystal set to the radio telescope. Enter at the time you chose and stay as long as you like, day and night.',
    'Zwei Jahrhunderte Wellen in hundertzwanzig Objekten, vom Detektorempfänger zum Radioteleskop. Einlass zur gewählten Zeit, Aufenthalt ohne Ende, Tag und Nacht.',
    'Due secoli di onde in centoventi oggetti, dalla radio a galena al radiotelescopio. Ingresso all’ora scelta, visita senza limiti, giorno e notte.',
    'Dos siglos de ondas en ciento veinte objetos, de la radio de galena al radiotelescopio. Entrada a la hora elegida, visita sin límite, de día y de noche.',
  ),
  picture: 'antenne',
  durationMinutes: 120,
  rates: [
    rate('invisible-plein', NAMES.full, 1100, TAX.museum),
    rate('invisible-reduit', NAMES.reduced, 800, TAX.museum, UNDER_26),
    rate('invisible-enfant', NAMES.child, 500, TAX.museum, SIX_TO_TWELVE),
    rate('invisible-famille', NAMES.family, 700, TAX.museum, FAMILY),
    rate('invisible-tout-petit', NAMES.free, 0, TAX.museum, UNDER_SIX),
  ],
  times: Array.from({ length: 12 }, (_, index) => `${String(index * 2).padStart(2, '0')}:00`),
  capacity: 80,
};

const machineRoom: DemoOffer = {
  id: 'salle-des-machines',
  kind: 'visit',
  title: inFive('Dans la salle des machines', 'In the engine room', 'Im Maschinenraum', 'Nella sala macchine', 'En la sala de máquinas'),
  description: inFive(
    'Une ancienne opératrice de la station rallume l’émetteur de 1932 et vous laisse envoyer votre nom en morse. Chaussures plates conseillées.',
    'A former operator of the station brings the transmitter of 1932 back to life and lets you send your name in Morse code. Flat shoes advised.',
    'Eine frühere Funkerin der Station bringt den Sender von 1932 wieder zum Leuchten und lässt Sie Ihren Namen morsen. Flache Schuhe empfohlen.',
    'Un’ex operatrice della stazione riaccende il trasmettitore del 1932 e vi fa inviare il vostro nome in codice Morse. Consigliate scarpe basse.',
    'Una antigua operadora de la estación vuelve a encender el emisor de 1932 y le deja enviar su nombre en morse. Se aconseja calzado plano.',
  ),
  picture: 'lampes-radio',
  durationMinutes: 90,
  rates: [
    rate('machines-plein', NAMES.full, 1600, TAX.museum),
    rate('machines-reduit', NAMES.reduced, 1200, TAX.museum, UNDER_26),
    rate('machines-enfant', NAMES.child, 900, TAX.museum, SIX_TO_TWELVE),
  ],
  times: ['10:30', '14:30', '16:30'],
  capacity: 18,
};

export const MUSEUM_OFFERS: readonly DemoOffer[] = [nightOfWaves, invisible, machineRoom];
