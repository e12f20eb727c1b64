import { randomUUID } from 'node:crypto';
import type { Client, ClientAddress } from '@comptoir/core/clients/client.js';
import type { ClientEvent, ClientNote } from '@comptoir/core/clients/client-event.js';
import { NOON } from './builders.js';

/** Ada Lovelace without any way to reach her, since noon. */
export function aClient(changes: Partial<Client> = {}): Client {
  return {
    id: randomUUID(),
    kind: 'person',
    firstName: 'Ada',
    lastName: 'Lovelace',
    company: null,
    email: null,
    phone: null,
    language: null,
    vatNumber: null,
    registration: null,
    birthday: null,
    addresses: [],
    billingAddressId: null,
    deliveryAddressId: null,
    tags: [],
    emailConsent: null,
    customInputs: {},
    externalId: null,
    mergedInto: null,
    anonymizedAt: null,
    createdAt: NOON,
    updatedAt: NOON,
    version: 1,
    ...changes,
  };
}

export function anAddress(changes: Partial<ClientAddress> = {}): ClientAddress {
  return {
    id: randomUUID(),
    label: null,
    name: null,
    company: null,
    line1: '12 rue des Lilas',
    line2: null,
    postcode: '29200',
    city: 'Brest',
    country: 'FR',
    phone: null,
    ...changes,
  };
}

export function aClientEvent(changes: Partial<ClientEvent> = {}): ClientEvent {
  return { kind: 'updated', at: NOON, actor: 'user:lucie', facts: {}, ...changes };
}

export function aClientNote(clientId: string, changes: Partial<ClientNote> = {}): ClientNote {
  return { id: randomUUID(), clientId, text: 'Prefers the terrace', author: 'user:lucie', at: NOON, ...changes };
}
