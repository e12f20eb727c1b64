import { campaignsOfClients } from '../campaigns/client-campaigns.js';
import { couponsOfClients } from '../coupons/client-coupons.js';
import { groupsOfClients } from '../groups/client-groups.js';
import { usersOfClients } from '../identity/client-users.js';
import { invoicesOfClients } from '../invoices/client-invoices.js';
import { newsletterOfClients } from '../newsletter/client-newsletter.js';
import { orderNotesOfClients } from '../orders/client-order-notes.js';
import { clientOrders } from '../orders/client-orders.js';
import { passesOfClients } from '../passes/client-passes.js';
import { recurringInvoicesOfClients } from '../recurring-invoices/client-recurring-invoices.js';
import { settlementOfClients } from '../settlement/client-settlement.js';
import type { PersonalDataHolder } from './personal-data.js';

/**
 * Every part that refers to clients or keeps something personal of them: one line each. The order book comes last, because what belongs to
 * orders is found by the mail address that it forgets.
 */
export const PERSONAL_DATA_HOLDERS: readonly PersonalDataHolder[] = [
  invoicesOfClients,
  recurringInvoicesOfClients,
  newsletterOfClients,
  campaignsOfClients,
  couponsOfClients,
  settlementOfClients,
  orderNotesOfClients,
  groupsOfClients,
  passesOfClients,
  usersOfClients,
  clientOrders,
];
