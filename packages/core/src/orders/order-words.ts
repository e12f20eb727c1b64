import { shortNumber } from '../kit/ids.js';
import { searchWordsOf } from '../kit/search-words.js';
import type { Order } from './order.js';

/** What an order is found by: who it is for, and what an online shop calls it. Without its number, which only the store knows. */
export function unnumberedWords(
  order: Pick<Order, 'customer' | 'invoiceNumber' | 'billingAddress' | 'deliveryAddress'>,
): readonly string[] {
  const { customer, billingAddress, deliveryAddress, invoiceNumber } = order;
  const addressed = [billingAddress, deliveryAddress].flatMap((address) => [address?.name ?? null, address?.company ?? null]);
  return searchWordsOf([customer.name, customer.email, customer.phone, invoiceNumber, ...addressed]);
}

/** The same with its number, as it is called out and as it is counted. */
export function orderWords(order: Order): readonly string[] {
  return [...unnumberedWords(order), ...numberWords(order.sequence)];
}

function numberWords(sequence: number): readonly string[] {
  return [shortNumber(sequence), `${sequence}`];
}
