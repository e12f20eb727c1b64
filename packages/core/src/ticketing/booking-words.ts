import type { TicketLanguage } from './offer.js';

/** What mails about bookings say, in the languages of public ticketing. */
export interface BookingWords {
  readonly confirmedSubject: (offer: string) => string;
  readonly greeting: (name: string) => string;
  readonly confirmed: (seats: number, offer: string, when: string) => string;
  readonly payAtDesk: (amount: string) => string;
  readonly paid: (amount: string) => string;
  readonly show: string;
  readonly tickets: string;
  readonly cancelledSubject: (offer: string) => string;
  readonly cancelled: (offer: string, when: string) => string;
  readonly refunded: (amount: string) => string;
  readonly refundedAtDesk: (amount: string) => string;
  readonly booking: string;
}

export const BOOKING_WORDS: Readonly<Record<TicketLanguage, BookingWords>> = {
  fr: {
    confirmedSubject: (offer) => `Vos billets — ${offer}`,
    greeting: (name) => `Bonjour ${name},`,
    confirmed: (seats, offer, when) =>
      `${seats === 1 ? 'Votre place est réservée' : `Vos ${seats} places sont réservées`} : ${offer}, ${when}.`,
    payAtDesk: (amount) => `À régler sur place : ${amount}.`,
    paid: (amount) => `Réglé par carte : ${amount}.`,
    show: 'Présentez vos billets à l’entrée, imprimés ou sur votre téléphone.',
    tickets: 'Voir mes billets',
    cancelledSubject: (offer) => `Réservation annulée — ${offer}`,
    cancelled: (offer, when) => `Votre réservation est annulée : ${offer}, ${when}. Ses billets ne sont plus valables.`,
    refunded: (amount) => `${amount} vous sont remboursés sur votre carte.`,
    refundedAtDesk: (amount) => `${amount} vous seront rendus à l’accueil.`,
    booking: 'Voir ma réservation',
  },
  en: {
    confirmedSubject: (offer) => `Your tickets — ${offer}`,
    greeting: (name) => `Hello ${name},`,
    confirmed: (seats, offer, when) => `${seats === 1 ? 'Your seat is booked' : `Your ${seats} seats are booked`}: ${offer}, ${when}.`,
    payAtDesk: (amount) => `To be paid at the desk: ${amount}.`,
    paid: (amount) => `Paid by card: ${amount}.`,
    show: 'Show your tickets at the entrance, printed or on your phone.',
    tickets: 'Show my tickets',
    cancelledSubject: (offer) => `Booking cancelled — ${offer}`,
    cancelled: (offer, when) => `Your booking is cancelled: ${offer}, ${when}. Its tickets are no longer valid.`,
    refunded: (amount) => `${amount} will be paid back to your card.`,
    refundedAtDesk: (amount) => `${amount} will be given back to you at the desk.`,
    booking: 'Show my booking',
  },
  de: {
    confirmedSubject: (offer) => `Ihre Eintrittskarten — ${offer}`,
    greeting: (name) => `Guten Tag ${name},`,
    confirmed: (seats, offer, when) => `${seats === 1 ? 'Ihr Platz ist gebucht' : `Ihre ${seats} Plätze sind gebucht`}: ${offer}, ${when}.`,
    payAtDesk: (amount) => `An der Kasse zu zahlen: ${amount}.`,
    paid: (amount) => `Mit Karte bezahlt: ${amount}.`,
    show: 'Zeigen Sie Ihre Karten am Eingang, gedruckt oder auf dem Telefon.',
    tickets: 'Meine Karten ansehen',
    cancelledSubject: (offer) => `Buchung storniert — ${offer}`,
    cancelled: (offer, when) => `Ihre Buchung ist storniert: ${offer}, ${when}. Die Karten gelten nicht mehr.`,
    refunded: (amount) => `${amount} werden Ihrer Karte gutgeschrieben.`,
    refundedAtDesk: (amount) => `${amount} erhalten Sie an der Kasse zurück.`,
    booking: 'Meine Buchung ansehen',
  },
  it: {
    confirmedSubject: (offer) => `I suoi biglietti — ${offer}`,
    greeting: (name) => `Buongiorno ${name},`,
    confirmed: (seats, offer, when) =>
      `${seats === 1 ? 'Il suo posto è prenotato' : `I suoi ${seats} posti sono prenotati`}: ${offer}, ${when}.`,
    payAtDesk: (amount) => `Da pagare in cassa: ${amount}.`,
    paid: (amount) => `Pagato con carta: ${amount}.`,
    show: 'Mostri i biglietti all’ingresso, stampati o sul telefono.',
    tickets: 'Vedere i miei biglietti',
    cancelledSubject: (offer) => `Prenotazione annullata — ${offer}`,
    cancelled: (offer, when) => `La sua prenotazione è annullata: ${offer}, ${when}. I biglietti non sono più validi.`,
    refunded: (amount) => `${amount} saranno rimborsati sulla sua carta.`,
    refundedAtDesk: (amount) => `${amount} le saranno restituiti in biglietteria.`,
    booking: 'Vedere la mia prenotazione',
  },
  es: {
    confirmedSubject: (offer) => `Sus entradas — ${offer}`,
    greeting: (name) => `Hola ${name}:`,
    confirmed: (seats, offer, when) =>
      `${seats === 1 ? 'Su plaza está reservada' : `Sus ${seats} plazas están reservadas`}: ${offer}, ${when}.`,
    payAtDesk: (amount) => `A pagar en taquilla: ${amount}.`,
    paid: (amount) => `Pagado con tarjeta: ${amount}.`,
    show: 'Muestre sus entradas en la puerta, impresas o en el teléfono.',
    tickets: 'Ver mis entradas',
    cancelledSubject: (offer) => `Reserva cancelada — ${offer}`,
    cancelled: (offer, when) => `Su reserva está cancelada: ${offer}, ${when}. Sus entradas ya no son válidas.`,
    refunded: (amount) => `Se le devolverán ${amount} a su tarjeta.`,
    refundedAtDesk: (amount) => `${amount} se le devolverán en taquilla.`,
    booking: 'Ver mi reserva',
  },
};
