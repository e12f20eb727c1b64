import { DomainError } from '../kit/errors.js';
import type { Features, Site } from './site.js';

/** Throws `feature_disabled` unless the establishment has switched the service on. */
export function requireFeature({ features }: Pick<Site, 'features'>, feature: keyof Features): void {
  if (!features[feature]) throw new DomainError('feature_disabled');
}
