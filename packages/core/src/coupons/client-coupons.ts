import type { PersonalDataHolder } from '../clients/personal-data.js';

/** More redemptions than one client has. */
const EVERYTHING = { page: 1, pageSize: 100_000 };

/**
 * Which coupons a client has redeemed: numbers only, which stay. They follow the client, so that two who become one have used a coupon as
 * often as both did.
 */
export const couponsOfClients: PersonalDataHolder = {
  name: 'coupons',
  tell: async (views, scope, { id }) => (await views.coupons.redemptions(scope, { ...EVERYTHING, clientId: id })).items,
  forget: async () => undefined,
  move: ({ stores }, scope, from, into) => stores.coupons.moveClient(scope, from.id, into.id),
};
