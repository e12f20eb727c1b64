import { clientOrders } from '../orders/client-orders.js';
import type { PersonalDataHolder } from './personal-data.js';

/** Every part that refers to clients or keeps something personal of them: one line each. */
export const PERSONAL_DATA_HOLDERS: readonly PersonalDataHolder[] = [clientOrders];
