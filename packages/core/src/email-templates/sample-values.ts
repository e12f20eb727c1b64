import type { Site } from '../sites/site.js';
import type { VariableValues } from './template-variables.js';

/** What variables stand for about the establishment. */
export function siteValues(site: Pick<Site, 'name' | 'address' | 'phone'>, url: string) {
  return { 'site.name': site.name, 'site.city': site.address.city, 'site.phone': site.phone, 'site.url': url };
}

/** For looking at a template: a reader who does not exist. */
export function sampleValues(site: Pick<Site, 'name' | 'address' | 'phone'>, url: string): VariableValues {
  return {
    'client.firstName': 'Camille',
    'client.lastName': 'Martin',
    'client.name': 'Camille Martin',
    'client.company': 'Atelier Martin',
    'client.email': 'camille@example.com',
    ...siteValues(site, url),
    unsubscribeUrl: url,
  };
}
