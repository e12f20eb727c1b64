import type { OfferKind, TicketLanguage } from './offer.js';

/** What is printed on a ticket around what it says itself. */
export interface TicketWords {
  readonly ticket: string;
  readonly kinds: Readonly<Record<OfferKind, string>>;
  readonly session: string;
  readonly rate: string;
  readonly price: string;
  readonly bookedBy: string;
  readonly booking: string;
  /** `Ticket 2 of 4` */
  readonly place: (number: number, count: number) => string;
  readonly payAtDesk: string;
  readonly hint: string;
  /** What the file is called, without its ending; of letters of ASCII. */
  readonly file: (number: string) => string;
}

const WORDS: Readonly<Record<TicketLanguage, TicketWords>> = {
  fr: {
    ticket: 'Billet',
    kinds: { show: 'Spectacle', exhibition: 'Exposition', visit: 'Visite' },
    session: 'Séance',
    rate: 'Tarif',
    price: 'Prix',
    bookedBy: 'Réservé par',
    booking: 'Réservation',
    place: (number, count) => `Billet ${number} sur ${count}`,
    payAtDesk: 'À régler à l’accueil',
    hint: 'Présentez ce code à l’entrée, imprimé ou à l’écran. Il laisse entrer une personne, une fois.',
    file: (number) => `billets-${number}`,
  },
  en: {
    ticket: 'Ticket',
    kinds: { show: 'Show', exhibition: 'Exhibition', visit: 'Tour' },
    session: 'Session',
    rate: 'Rate',
    price: 'Price',
    bookedBy: 'Booked by',
    booking: 'Booking',
    place: (number, count) => `Ticket ${number} of ${count}`,
    payAtDesk: 'To be paid at the desk',
    hint: 'Show this code at the entrance, printed or on a screen. It lets one person in, once.',
    file: (number) => `tickets-${number}`,
  },
  de: {
    ticket: 'Eintrittskarte',
    kinds: { show: 'Vorstellung', exhibition: 'Ausstellung', visit: 'Führung' },
    session: 'Termin',
    rate: 'Tarif',
    price: 'Preis',
    bookedBy: 'Gebucht von',
    booking: 'Buchung',
    place: (number, count) => `Karte ${number} von ${count}`,
    payAtDesk: 'An der Kasse zu bezahlen',
    hint: 'Zeigen Sie diesen Code am Eingang, gedruckt oder auf dem Bildschirm. Er gilt für eine Person und einen Eintritt.',
    file: (number) => `karten-${number}`,
  },
  it: {
    ticket: 'Biglietto',
    kinds: { show: 'Spettacolo', exhibition: 'Mostra', visit: 'Visita' },
    session: 'Turno',
    rate: 'Tariffa',
    price: 'Prezzo',
    bookedBy: 'Prenotato da',
    booking: 'Prenotazione',
    place: (number, count) => `Biglietto ${number} di ${count}`,
    payAtDesk: 'Da pagare in biglietteria',
    hint: 'Mostri questo codice all’ingresso, stampato o sullo schermo. Fa entrare una persona, una sola volta.',
    file: (number) => `biglietti-${number}`,
  },
  es: {
    ticket: 'Entrada',
    kinds: { show: 'Espectáculo', exhibition: 'Exposición', visit: 'Visita' },
    session: 'Sesión',
    rate: 'Tarifa',
    price: 'Precio',
    bookedBy: 'Reservado por',
    booking: 'Reserva',
    place: (number, count) => `Entrada ${number} de ${count}`,
    payAtDesk: 'Por pagar en taquilla',
    hint: 'Muestre este código en el acceso, impreso o en pantalla. Deja entrar a una persona, una sola vez.',
    file: (number) => `entradas-${number}`,
  },
};

export function ticketWordsOf(language: TicketLanguage): TicketWords {
  return WORDS[language];
}
