import { listeningAddress } from '../listening.js';
import { makeShopClock } from './clock.js';
import type { ShopDatabase } from './data/database.js';
import { wallTimeAt } from './data/wall-time.js';
import { type Dialect, TRAITS } from './dialect.js';
import { orderEdits } from './edits/order-edits.js';
import { peopleEdits } from './edits/people-edits.js';
import { productEdits } from './edits/product-edits.js';
import { Faults } from './faults/fault.js';
import { Poison } from './faults/poison.js';
import { generateShop } from './generate/shop.js';
import { control } from './service/control.js';
import { makeShopServer, type SeenRequest } from './service/server.js';
import { answerRequest } from './service/webservice.js';

/** An online shop in memory that answers as the web service of PrestaShop does, over HTTP, for tests and measurements. */

export interface FakeShopOptions {
  /** `8` when it is left out. */
  readonly dialect?: Dialect;
  readonly orders?: number;
  readonly products?: number;
  readonly customers?: number;
  /** Lines of each generated order: 5. */
  readonly linesEach?: number;
  /** How far back the generated orders go: 40. */
  readonly days?: number;
  /** The same shop for the same seed: 1. */
  readonly seed?: number;
  /** IANA: `Europe/Paris`. */
  readonly timezone?: string;
  /** 2: English and French; 1: texts are plain. */
  readonly languages?: 1 | 2;
  /** The clock stands still there; it goes with the machine's when it is left out. */
  readonly now?: Date;
  /** 0, and when it is left out: any that is free. On loopback only. */
  readonly port?: number;
  readonly key?: string;
  readonly sorting?: 'works' | 'empty';
  /** Called before each answer: what happens in the shop while it is read. */
  readonly meanwhile?: () => void;
}

export type FakeShop = Awaited<ReturnType<typeof startFakeShop>>;

const KEY = 'FAKESHOPKEYFAKESHOPKEYFAKESHOPKE';

export async function startFakeShop(options: FakeShopOptions = {}) {
  const dialect = options.dialect ?? '8';
  const timezone = options.timezone ?? 'Europe/Paris';
  const clock = makeShopClock(options.now ?? null);
  const now = () => wallTimeAt(clock.now(), timezone);
  const db = generate(options, dialect, timezone, now());
  const faults = new Faults();
  const poison = new Poison();
  const requests: SeenRequest[] = [];
  const keys: MutableKeys = { key: options.key ?? KEY, readable: null, off: false };
  const shop = { db, traits: TRAITS[dialect], keys, poison, sorting: options.sorting ?? 'works' };
  const workshop = { db, dialect, now };
  const controls = {
    /** What merchants and customers do to the shop. */
    edits: { ...orderEdits(workshop), ...productEdits(workshop), ...peopleEdits(workshop) },
    clock,
    faults,
    poison,
    /** The requests since it began, oldest first. */
    requests,
    /** Resources that the key may read; null: all. */
    permit: (resources: readonly string[] | null): void => {
      keys.readable = resources === null ? null : new Set(resources);
    },
    switchOff: (off: boolean): void => {
      keys.off = off;
    },
  };
  const server = makeShopServer({
    answer: (request) => answerRequest(shop, request),
    faults,
    requests,
    clock,
    meanwhile: options.meanwhile ?? (() => undefined),
    control: (path, request, response) => control(controls, path, request, response),
  });
  server.listen(options.port ?? 0, '127.0.0.1');

  return {
    /** Where the shop is, without `/api`. */
    url: await listeningAddress(server),
    key: keys.key,
    dialect,
    timezone,
    db,
    ...controls,
    close: async (): Promise<void> => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface MutableKeys {
  key: string;
  readable: ReadonlySet<string> | null;
  off: boolean;
}

function generate(options: FakeShopOptions, dialect: Dialect, timezone: string, now: number): ShopDatabase {
  const orders = options.orders ?? 0;
  const size = {
    orders,
    products: options.products ?? Math.max(60, Math.min(2_000, Math.floor(orders / 20))),
    customers: options.customers ?? Math.max(20, Math.floor(orders / 3)),
    linesEach: options.linesEach ?? 5,
    days: options.days ?? 40,
  };
  return generateShop({ dialect, timezone, name: 'Fake shop', languages: options.languages ?? 2 }, size, options.seed ?? 1, now);
}
