import { ShopDatabase } from '../data/database.js';
import type { WallTime } from '../data/wall-time.js';
import { addCatalogue } from './catalogue.js';
import { makeDice } from './dice.js';
import { addOrderStates } from './order-states.js';
import { addOrders } from './orders.js';
import { addPeople } from './people.js';
import { addSettings, type ShopSettings } from './settings.js';

export interface ShopSize {
  readonly orders: number;
  readonly products: number;
  readonly customers: number;
  readonly linesEach: number;
  /** How far back the orders go. */
  readonly days: number;
}

const A_YEAR = 365 * 86_400;

/** The same shop for the same arguments. */
export function generateShop(settings: ShopSettings, size: ShopSize, seed: number, now: WallTime): ShopDatabase {
  const db = new ShopDatabase();
  const dice = makeDice(seed);
  const founded = now - A_YEAR;
  addSettings(db, settings, founded);
  addOrderStates(db, settings.dialect);
  addCatalogue(db, size.products, dice, founded);
  addPeople(db, size.customers, dice, founded);
  addOrders(db, { count: size.orders, linesEach: size.linesEach, days: size.days, dialect: settings.dialect, now }, dice);
  return db;
}
