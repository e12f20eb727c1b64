import type { Permission } from '@comptoir/core/kit/procedure.js';
import type { Language } from '../language.js';
import { CONSOLE_PAGES, type ConsolePage } from '../page-paths.js';

/** What the pages of the console show or leave out by. */
export const CONSOLE_PERMISSIONS = [
  'accessControl:devices',
  'accessControl:read',
  'accessControl:scan',
  'accessControl:write',
  'links:delete',
  'links:read',
  'links:write',
  'posManagement:delete',
  'posManagement:read',
  'posManagement:write',
  'posOrders:cancel',
  'posOrders:create',
  'posOrders:finish',
  'posOrders:pay',
  'posOrders:read',
  'posOrders:refund',
  'posOrders:start',
  'products:read',
  'settings:write',
  'shopSync:read',
  'shopSync:run',
  'shopSync:write',
  'webhooks:read',
  'webhooks:write',
] as const satisfies readonly Permission[];
export type ConsolePermission = (typeof CONSOLE_PERMISSIONS)[number];

/** What the host renders a page of the console from and hands to the browser, which asks for the rest itself. */
export interface ConsoleState {
  readonly language: Language;
  /** The language was asked for in the address, so links keep it. */
  readonly isLanguageChosen: boolean;
  readonly page: ConsolePage;
  /** What the address names beside the page: a register of the till. */
  readonly chosen: string | null;
  /** Null: the session acts for no establishment. */
  readonly place: ConsolePlace | null;
  readonly permissions: readonly ConsolePermission[];
}

/** The establishment that is worked for. */
export interface ConsolePlace {
  readonly name: string;
  /** ISO 4217. */
  readonly currency: string;
  /** IANA zone of its clocks. */
  readonly timezone: string;
  /** Where its gates scan; null where nobody is let in by tickets. */
  readonly gateUrl: string | null;
}

/** The pages that the caller may look into. */
export function pagesOf({ permissions, place }: Pick<ConsoleState, 'permissions' | 'place'>): readonly ConsolePage[] {
  if (place === null) return [];
  const gates = permissions.includes('accessControl:read') && place.gateUrl !== null;
  const shop = permissions.includes('shopSync:read') || permissions.includes('webhooks:read');
  const shown = { till: permissions.includes('posManagement:read'), gates, shop, links: permissions.includes('links:read') };
  return CONSOLE_PAGES.filter((page) => shown[page]);
}
