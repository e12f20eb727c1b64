import type { OrderField, ProductField } from '@comptoir/core/shop-sync/drift/differing-fields.js';
import type { DriftEntity } from '@comptoir/core/shop-sync/drift/drift-report.js';
import type { ShopEntity } from '@comptoir/core/shop-sync/shop-records.js';
import type { SyncJob, SyncOutcome } from '@comptoir/core/shop-sync/sync-run.js';
import type { WebhookAction } from '@comptoir/core/webhooks/shop-event.js';
import type { WebhookResult, WebhookState } from '@comptoir/core/webhooks/webhook-log.js';
import type { Language } from '../../../language.js';
import { useConsole } from '../../components/console-context.js';
import type { Standing } from '../concerns.js';
import { shopSyncEn } from './shop-sync-en.js';
import { shopSyncFr } from './shop-sync-fr.js';

export const SHOP_PARTS = ['overview', 'quarantine', 'drift', 'webhooks'] as const;
export type ShopPart = (typeof SHOP_PARTS)[number];

/** Codes of the quarantine that have words of their own. */
export const QUARANTINE_CODES = ['shop_record', 'invalid_record', 'duplicate', 'duplicate_sku', 'unknown_item', 'internal'] as const;

/** What the page of the online shop says. */
export interface ShopSyncTexts {
  readonly count: (count: number) => string;
  readonly parts: Readonly<Record<ShopPart, string>>;
  readonly partsLabel: string;
  readonly jobs: Readonly<Record<SyncJob, string>>;
  readonly jobHints: Readonly<Record<SyncJob, string>>;
  readonly entities: Readonly<Record<ShopEntity, string>>;
  readonly entity: Readonly<Record<ShopEntity, string>>;

  readonly inStep: string;
  readonly attention: string;
  readonly concerns: {
    readonly notConnected: string;
    readonly notBegun: string;
    readonly testFailed: (fault: string) => string;
    readonly unreadable: (resources: string) => string;
    readonly stopped: string;
    readonly paused: (until: string) => string;
    readonly failed: (job: string) => string;
    readonly late: (job: string) => string;
    readonly never: (job: string) => string;
    readonly quarantined: (count: number) => string;
  };
  readonly standings: Readonly<Record<Standing, string>>;
  readonly lastGood: string;
  readonly neverGood: string;
  readonly nextRun: string;
  readonly noNextRun: string;
  readonly connect: string;
  readonly connectHint: string;
  readonly askAdministrator: string;

  readonly run: string;
  readonly dryRun: string;
  readonly runs: string;
  readonly runsHint: string;
  readonly started: (job: string) => string;
  readonly dryStarted: (job: string) => string;
  readonly ended: (job: string, outcome: string) => string;
  readonly dry: string;
  readonly outcomes: Readonly<Record<SyncOutcome | 'running' | 'cut', string>>;
  readonly progress: (read: number, expected: number) => string;
  readonly readSoFar: (read: number) => string;
  readonly counts: {
    readonly read: string;
    readonly unchanged: string;
    readonly written: string;
    readonly wouldWrite: string;
    readonly quarantined: string;
    readonly gone: string;
    readonly requests: string;
  };
  readonly byTable: string;
  readonly took: (seconds: number) => string;
  readonly since: (when: string) => string;
  readonly everything: string;
  readonly timedOut: string;
  readonly cut: string;

  readonly stoppedTitle: string;
  readonly stopped: (when: string, kinds: string) => string;
  readonly stoppedHint: string;
  readonly vanished: (count: number, entity: string) => string;
  readonly acceptDry: string;
  readonly accept: string;
  readonly acceptAbout: string;

  readonly connection: string;
  readonly address: string;
  readonly addressHint: string;
  readonly addressWrong: string;
  readonly key: string;
  readonly keyHint: string;
  readonly keyWrong: string;
  readonly showKey: string;
  readonly hideKey: string;
  readonly shop: string;
  readonly version: (version: string | null) => string;
  readonly nameless: string;
  readonly keyMissing: string;
  readonly lastTest: string;
  readonly untested: string;
  readonly testGood: (when: string) => string;
  readonly testBad: (when: string, fault: string) => string;
  readonly mayNotRead: string;
  readonly test: string;
  readonly tested: string;
  readonly edit: string;
  readonly disconnect: string;
  readonly disconnected: string;
  readonly testAndSave: string;
  readonly saveAnyway: string;
  readonly connected: (shop: string) => string;
  readonly savedUntested: string;

  readonly waiting: string;
  readonly dismissed: string;
  readonly which: string;
  readonly kind: string;
  readonly allKinds: string;
  readonly search: string;
  readonly find: string;
  readonly optional: string;
  readonly quarantineHint: string;
  readonly nothingApart: string;
  readonly nothingFound: string;
  readonly codes: Readonly<Record<(typeof QUARANTINE_CODES)[number], string>>;
  readonly firstSeen: (when: string) => string;
  readonly lastSeen: (when: string) => string;
  readonly tries: (count: number) => string;
  readonly nextTry: (when: string) => string;
  readonly isDismissed: string;
  readonly retry: string;
  readonly dismiss: string;
  readonly retrySome: (count: number) => string;
  readonly dismissSome: (count: number) => string;
  readonly selectAll: string;
  readonly soFar: (done: number, of: number) => string;
  readonly retried: (imported: number, left: number) => string;
  readonly dismissedSome: (count: number) => string;
  readonly quarantinePages: string;

  readonly driftHint: string;
  readonly noReport: string;
  readonly compare: string;
  readonly comparing: string;
  readonly compared: string;
  readonly compareLost: string;
  readonly reportOf: (when: string, seconds: number) => string;
  readonly driftEntities: Readonly<Record<DriftEntity, string>>;
  readonly same: string;
  readonly differences: (count: number) => string;
  readonly inShop: string;
  readonly here: string;
  readonly missingHere: string;
  readonly missingInShop: string;
  readonly fieldsCompared: string;
  readonly fields: Readonly<Record<ProductField | OrderField, string>>;
  readonly ids: (ids: string, more: number) => string;

  readonly webhooksHint: string;
  readonly addresses: string;
  readonly secret: string;
  readonly secretState: Readonly<Record<'none' | 'one' | 'two', string>>;
  readonly rotate: string;
  readonly dropOld: string;
  readonly newSecret: string;
  readonly newSecretHint: string;
  readonly secretKept: string;
  readonly journal: string;
  readonly journalHint: string;
  readonly noEvents: string;
  readonly anyState: string;
  readonly state: string;
  readonly states: Readonly<Record<WebhookState, string>>;
  readonly results: Readonly<Record<WebhookResult, string>>;
  readonly actions: Readonly<Record<WebhookAction, string>>;
  readonly processedIn: (milliseconds: number) => string;
  readonly coalesced: string;
  readonly replayOf: string;
  readonly replay: string;
  readonly replayed: string;
  readonly journalPages: string;
}

const SHOP_SYNC_TEXTS: Readonly<Record<Language, ShopSyncTexts>> = { fr: shopSyncFr, en: shopSyncEn };

export function useShopSync(): ShopSyncTexts {
  return SHOP_SYNC_TEXTS[useConsole().language];
}
