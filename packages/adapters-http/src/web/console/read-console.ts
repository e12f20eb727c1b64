import type { Identity } from '@comptoir/core/kit/procedure.js';
import type { Services } from '@comptoir/core/services.js';
import { CONSOLE_PERMISSIONS, type ConsolePlace, type ConsoleState } from './console-view.js';

export interface ConsoleServices {
  readonly views: Pick<Services['views'], 'sites'>;
}

/** What the caller works for, and what they may do there. `gateUrl` says where an establishment of this slug scans. */
export async function readConsole(
  { views }: ConsoleServices,
  { site: scope, permissions }: Identity,
  gateUrl: (slug: string) => string,
): Promise<Pick<ConsoleState, 'place' | 'permissions'>> {
  const site = scope === null ? null : await views.sites.get(scope);
  if (site === null) return { place: null, permissions: [] };
  const { name, currency, timezone, slug, features } = site;
  const place: ConsolePlace = { name, currency, timezone, gateUrl: features.accessControl ? gateUrl(slug) : null };
  return { place, permissions: CONSOLE_PERMISSIONS.filter((permission) => permissions.has(permission)) };
}
