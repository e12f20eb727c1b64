import type { Command } from './command.js';
import { databaseStatus, demo, migrate } from './database-commands.js';
import { exportFile, importFile } from './export-commands.js';
import { beginExport, freezeArchive, readArchive, readExport, verifyJournal } from './journal-commands.js';
import { createKey, listKeys, revokeKey } from './key-commands.js';
import { createLink, disableLink, enableLink, listLinks, revokeLink, rotateLink, testLink } from './link-commands.js';
import { listOrders, ORDER_STEPS } from './order-commands.js';
import { connectShop, listShops, testShop } from './shop-commands.js';
import { verifyStock } from './stock-commands.js';
import { syncShops } from './sync-commands.js';
import { listTokens, mintToken, revokeTokens } from './token-commands.js';
import { createUser } from './user-commands.js';

/** Every command that runs where the database is open: one line per feature. */
const ALL: readonly Command[] = [
  databaseStatus,
  demo,
  migrate,
  createKey,
  listKeys,
  revokeKey,
  createLink,
  listLinks,
  rotateLink,
  disableLink,
  enableLink,
  revokeLink,
  testLink,
  listOrders,
  ...ORDER_STEPS.values(),
  verifyStock,
  exportFile,
  importFile,
  verifyJournal,
  beginExport,
  readExport,
  freezeArchive,
  readArchive,
  connectShop,
  listShops,
  testShop,
  syncShops,
  listTokens,
  mintToken,
  revokeTokens,
  createUser,
];

export const COMMANDS: ReadonlyMap<string, Command> = new Map(ALL.map((command) => [command.name, command]));
