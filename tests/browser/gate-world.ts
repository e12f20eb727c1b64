import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NO_FIELDS } from '@comptoir/core/api-keys/key-contract.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import type { Site } from '@comptoir/core/sites/site.js';
import { SITE_DEFAULTS } from '@comptoir/core/sites/site-contract.js';
import type { Persistence } from '@comptoir/core/stores.js';
import type { Ticket } from '@comptoir/core/ticketing/ticket.js';
import { encodeQR } from 'qr';
import { HOUR_MS, placed } from '../suites/builders.js';
import { aBooking, anOffer, aTicket, aTicketSession } from '../suites/ticket-builders.js';
import type { PageHost } from './page-host.js';

/** What the camera of these tests sees. */
export const SEEN_CODE = 'k4m7p9qrst2vwxyz3abc5defgh';

export interface GateWorld {
  readonly scope: Scope;
  readonly site: Site;
  /** Of a device. */
  readonly key: string;
  /** Of one session, which is on. */
  readonly tickets: readonly Ticket[];
  readonly persistence: Persistence;
}

type MuseumHost = Pick<PageHost, 'services' | 'open'> & { readonly clock: Pick<PageHost['clock'], 'now'> };

/** A museum with a session that is on, and tickets for it. */
export async function openMuseum({ services, open, clock }: MuseumHost, codes: readonly string[]): Promise<GateWorld> {
  const features = { ...SITE_DEFAULTS.features, accessControl: true, onlineTickets: true };
  const scope = await open({ slug: 'musee', trade: 'museum', name: 'Musée des ondes', features }, { categories: [], items: [] });
  const persistence: Persistence = {
    transact: (of, work) => services.unitOfWork(of, (_services, stores) => work(stores, services.views)),
    views: services.views,
  };
  const now = clock.now().getTime();
  const offer = anOffer(scope);
  const session = aTicketSession(scope, { offerId: offer.id, startsAt: new Date(now - HOUR_MS), endsAt: new Date(now + HOUR_MS) });
  const { id: orderId } = await placed(persistence, scope);
  const booked = { orderId, sessionId: session.id, offerId: offer.id };
  const tickets = codes.map((code) => aTicket(scope, { ...booked, code }));
  await persistence.transact(scope, async (stores) => {
    await stores.offers.create(scope, offer);
    await stores.ticketSessions.create(scope, session);
    await stores.tickets.createBooking(scope, aBooking(scope, booked));
    await stores.tickets.createAll(scope, tickets);
  });
  const { secret: key } = await services.keys.create(scope, 'device', { ...NO_FIELDS, name: 'Téléphone 1' });
  const site = await services.views.sites.get(scope);
  if (site === null) throw new Error('The museum was opened.');
  return { scope, site, key, tickets, persistence };
}

const [WIDTH, HEIGHT, MODULE] = [640, 480, 10];

/** A film, for Chromium's fake camera, of nothing but the QR code of the text. */
export function filmOf(text: string): string {
  const modules = encodeQR(text, 'raw', { border: 4 });
  const luma = new Uint8Array(WIDTH * HEIGHT).fill(235);
  const [left, top] = [Math.floor((WIDTH - modules.length * MODULE) / 2), Math.floor((HEIGHT - modules.length * MODULE) / 2)];
  modules.forEach((row, y) => {
    row.forEach((isDark, x) => {
      for (let line = 0; isDark && line < MODULE; line += 1) {
        const start = (top + y * MODULE + line) * WIDTH + left + x * MODULE;
        luma.fill(16, start, start + MODULE);
      }
    });
  });
  const chroma = new Uint8Array((WIDTH * HEIGHT) / 2).fill(128);
  const path = join(mkdtempSync(join(tmpdir(), 'comptoir-gate-')), 'code.y4m');
  const frame = [Buffer.from('FRAME\n'), luma, chroma];
  writeFileSync(path, Buffer.concat([Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`), ...frame, ...frame]));
  return path;
}
