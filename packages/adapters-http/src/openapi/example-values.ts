/**
 * What a person would expect to read in an example, by the name of the field. A contract may say better itself, with
 * `.meta({ examples: [...] })`; a value that breaks its contract is passed over.
 */

/** Every example happens on this day. */
export const EXAMPLE_DAY = '2026-05-04';

const INSTANTS: Readonly<Record<string, string>> = {
  createdAt: '2026-04-01T09:00:00.000Z',
  expiresAt: '2026-06-03T10:00:00.000Z',
  pickupAt: '2026-05-04T10:30:00.000Z',
  placedAt: '2026-05-04T10:02:11.000Z',
  start: '2026-05-04T10:30:00.000Z',
  end: '2026-05-04T10:45:00.000Z',
};

export function exampleInstant(name: string): Date {
  return new Date(INSTANTS[fieldIn(name)] ?? `${EXAMPLE_DAY}T10:00:00.000Z`);
}

const TEXTS: Readonly<Record<string, string>> = {
  'category.id': 'plats',
  'category.name': 'Plats',
  categoryId: 'plats',
  city: 'Paris',
  'client.name': 'Ada Lovelace',
  clientId: '0196a3de-4f1c-7b52-9d3a-2f6c8e1b7a40',
  'customer.name': 'Ada Lovelace',
  code: 'ABC-123',
  country: 'FR',
  currency: 'EUR',
  description: 'Pois chiches, menthe et citron.',
  email: 'ada@example.com',
  from: '12:00',
  id: '0196a3de-4f1c-7b52-9d3a-2f6c8e1b7a40',
  itemId: 'galette-complete',
  itemIds: 'galette-complete',
  kind: 'browser',
  label: 'Journée du patrimoine',
  line1: '12 rue des Lilas',
  line2: 'Bâtiment B',
  locale: 'fr',
  name: 'Galette complète',
  note: 'Sans oignon, merci.',
  number: '042',
  'option.id': 'oeuf',
  'option.name': 'Œuf',
  optionIds: 'oeuf',
  password: 'correct-horse-battery',
  phone: '+33 1 23 45 67 89',
  postcode: '75011',
  reason: 'Rupture de stock',
  search: 'galette',
  serviceDay: EXAMPLE_DAY,
  'site.name': 'Chez Lucie',
  siteId: '0196a3de-4f1c-7c11-8e02-51d7a9c3b6e2',
  slug: 'chez-lucie',
  'tenant.name': 'Maison Demo',
  tenantId: '0196a3de-4f1c-7aa0-b7e4-90c2d5f81a3b',
  timezone: 'Europe/Paris',
  to: '14:30',
  token: 'b2JqZXQgdHJvdXbDqQ',
  trackingUrl: 'https://www.laposte.fr/outils/suivre-vos-envois?code={number}',
  url: 'https://example.com/',
  'user.name': 'Ada Lovelace',
  userId: '0196a3de-4f1c-7d94-a5b6-7c3e0f92d814',
  'variant.id': 'grande',
  'variant.name': 'Grande',
  variantId: 'grande',
};

const FORMATS: Readonly<Record<string, string>> = {
  date: EXAMPLE_DAY,
  'date-time': `${EXAMPLE_DAY}T10:00:00.000Z`,
  email: 'ada@example.com',
  ipv4: '192.0.2.1',
  password: 'correct-horse-battery',
  time: '12:00:00',
  uri: 'https://example.com/',
  uuid: '0196a3de-4f1c-7b52-9d3a-2f6c8e1b7a40',
};

/** Short words of many shapes, for the patterns that no field name tells. */
const WORDS = [
  'exemple',
  'fr',
  'FR',
  'EUR',
  '12:00',
  EXAMPLE_DAY,
  'chez-lucie',
  'example.com',
  '192.0.2.0/24',
  'https://shop.example',
  'orders:read',
  '12345678',
  '0123456789abcdef',
  'A',
];

/** Texts to try for a field (`customer.name`), best first. */
export function exampleTexts(name: string, format: string | undefined): readonly string[] {
  const texts = [formatted(name, format), valueIn(TEXTS, name), valueIn(TEXTS, fieldIn(name)), ...WORDS];
  return texts.filter((text) => text !== undefined);
}

function formatted(name: string, format: string | undefined): string | undefined {
  if (format === undefined) return undefined;
  return format === 'date-time' ? exampleInstant(name).toISOString() : FORMATS[format];
}

function fieldIn(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

function valueIn<Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

const NUMBERS: Readonly<Record<string, number>> = {
  leadMinutes: 20,
  minimum: 0,
  pageSize: 20,
  taxBasisPoints: 1000,
  version: 2,
};

/** Whole numbers count; others are euros. */
export function exampleNumber(name: string, isWhole: boolean): number {
  const field = fieldIn(name);
  if (field.endsWith('Cents')) return 1250;
  return valueIn(NUMBERS, field) ?? (isWhole ? 1 : 12.5);
}
