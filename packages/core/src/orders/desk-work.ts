import type { Ids } from '../kit/ids.js';
import type { Services } from '../services.js';
import type { StockService } from '../stock/stock-service.js';
import type { Stores, Views } from '../stores.js';
import type { OrderSales } from '../till/order-sales.js';
import { type FulfilmentWork, fulfilmentWorkOf } from './take-fulfilment-step.js';

/** What those who keep the order book work with, within one transaction, at one instant. */
export interface DeskWork extends FulfilmentWork {
  readonly stores: Pick<Stores, 'orders' | 'orderNotes' | 'payments' | 'pickupSlots' | 'settlement'>;
  readonly views: Pick<Views, 'clients' | 'invoices' | 'members' | 'orders' | 'products' | 'sites'>;
  readonly stock: Pick<StockService, 'reserve' | 'seal' | 'release' | 'reassign'>;
  readonly orderSales: Pick<OrderSales, 'collected'>;
  readonly ids: Ids;
  readonly at: Date;
}

/** The same from the services of a transaction. */
export function deskWorkOf(services: Services, stores: Stores): DeskWork {
  const { views, stock, orderSales, ids, clock } = services;
  return { ...fulfilmentWorkOf(services, stores), stores, views, stock, orderSales, ids, at: clock.now() };
}
