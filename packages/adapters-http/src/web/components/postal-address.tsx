import type { Carte } from '@comptoir/core/carte/carte.js';
import { useSharedPage } from './page-context.js';

export type Reachable = Pick<Carte, 'name' | 'address' | 'phone' | 'website'>;

export function PostalAddress({ site }: { site: Reachable }) {
  const { texts, contentLang } = useSharedPage();
  const { line1, line2, postcode, city } = site.address;
  const place = [site.name, line1, postcode, city].join(', ');
  return (
    <>
      <address class="address" lang={contentLang}>
        <strong>{site.name}</strong>
        <br />
        {line1}
        <br />
        {line2 !== null && (
          <>
            {line2}
            <br />
          </>
        )}
        {postcode} {city}
      </address>
      <ul class="contacts">
        {site.phone !== null && (
          <li>
            <a href={telephoneLink(site.phone)}>
              <span class="visually-hidden">{texts.phone} </span>
              {site.phone}
            </a>
          </li>
        )}
        <li>
          <a href={`https://www.openstreetmap.org/search?query=${encodeURIComponent(place)}`} rel="noopener noreferrer">
            {texts.map}
          </a>
        </li>
        {site.website !== null && (
          <li>
            <a href={site.website} rel="noopener">
              {texts.website}
            </a>
          </li>
        )}
      </ul>
    </>
  );
}

/** RFC 3966 allows digits and few signs; what people write between them stays out. */
export function telephoneLink(phone: string): string {
  return `tel:${phone.replace(/[^\d+]/g, '')}`;
}
