/**
 * Where carriers let anybody follow a parcel: its number comes at the end. Carriers by their names as they are usually written, in
 * lower-case letters only.
 */
const TRACKING_PAGES: ReadonlyMap<string, string> = new Map([
  ['chronopost', 'https://www.chronopost.fr/tracking-no-cms/suivi-page?listeNumerosLT='],
  ['colissimo', 'https://www.laposte.fr/outils/suivre-vos-envois?code='],
  ['correos', 'https://www.correos.es/es/es/herramientas/localizador/envios/detalle?tracking-number='],
  ['deutschepost', 'https://www.deutschepost.de/de/s/sendungsverfolgung.html?piececode='],
  ['dhl', 'https://www.dhl.com/global-en/home/tracking.html?tracking-id='],
  ['dhlexpress', 'https://www.dhl.com/global-en/home/tracking.html?tracking-id='],
  ['dpd', 'https://tracking.dpd.de/status/en_US/parcel/'],
  ['fedex', 'https://www.fedex.com/fedextrack/?trknbr='],
  ['gls', 'https://gls-group.com/track/'],
  ['laposte', 'https://www.laposte.fr/outils/suivre-vos-envois?code='],
  ['mondialrelay', 'https://www.mondialrelay.fr/suivi-de-colis/?numeroExpedition='],
  ['posteitaliane', 'https://www.poste.it/cerca/index.html#/risultati-spedizioni/'],
  ['postnl', 'https://postnl.nl/tracktrace/?B='],
  ['royalmail', 'https://www.royalmail.com/track-your-item#/tracking-results/'],
  ['ups', 'https://www.ups.com/track?tracknum='],
]);

interface Followed {
  readonly carrier: string | null;
  readonly trackingNumber: string | null;
  readonly trackingUrl: string | null;
}

/** The page where a parcel is followed: the one that was said, else that of its carrier; null where neither is known. */
export function parcelPageOf({ carrier, trackingNumber, trackingUrl }: Followed): string | null {
  return trackingUrl ?? (carrier === null || trackingNumber === null ? null : trackingUrlOf(carrier, trackingNumber));
}

/** The page where the parcel is followed; null for a carrier that is not known. */
export function trackingUrlOf(carrier: string, trackingNumber: string): string | null {
  const page = TRACKING_PAGES.get(carrier.toLowerCase().replace(/[^a-z]/g, ''));
  return page === undefined ? null : page + encodeURIComponent(trackingNumber.replaceAll(' ', ''));
}
