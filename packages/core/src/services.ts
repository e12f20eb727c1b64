import { type KeysService, makeKeysService } from './api-keys/keys-service.js';
import { type KnownKeys, makeKnownKeys } from './api-keys/known-keys.js';
import { makeUseCounter, type UseCounter } from './api-keys/use-counter.js';
import { type BoutiqueService, makeBoutiqueService } from './boutique/boutique-service.js';
import type { ShopLinks } from './boutique/shop-catalog.js';
import { type CarteService, makeCarteService } from './carte/carte-service.js';
import { type Menus, makeMenus } from './carte/menus.js';
import { type CatalogueService, makeCatalogueService } from './catalogue/catalogue-service.js';
import { makeProductsService } from './catalogue/make-products-service.js';
import type { ProductsService } from './catalogue/products-service.js';
import { type FeedsService, makeFeedsService, type StorefrontLinks } from './feeds/feeds-service.js';
import { type Health, type HealthService, makeHealthService } from './health/health-service.js';
import type { AuthService } from './identity/auth-service.js';
import type { IdentifyService } from './identity/identify.js';
import type { IdentityDeps } from './identity/identity-deps.js';
import type { IdentityProvider } from './identity/identity-provider.js';
import type { InvitesService } from './identity/invites-service.js';
import { makeAuthService } from './identity/make-auth-service.js';
import { makeIdentifyService } from './identity/make-identify.js';
import { makeInvitesService } from './identity/make-invites-service.js';
import { makeProviderLogin } from './identity/make-provider-login.js';
import { type MembersService, makeMembersService } from './identity/members-service.js';
import { makePermissionsService, type PermissionsService } from './identity/permissions-service.js';
import type { PlatformLinks } from './identity/platform-links.js';
import { makeProfileService, type ProfileService } from './identity/profile-service.js';
import type { ProviderLogin } from './identity/provider-login.js';
import { makeSessionUse } from './identity/session-use.js';
import { makeSessionsService, type SessionsService } from './identity/sessions-service.js';
import { type KeyPace, makeKeyPace } from './keyed/key-pace.js';
import { type KeyedService, makeKeyedService } from './keyed/keyed-service.js';
import type { Clock } from './kit/clock.js';
import type { Crypto } from './kit/crypto.js';
import { type Housekeeping, makeHousekeeping } from './kit/housekeeping.js';
import { type Ids, makeIds } from './kit/ids.js';
import type { Logger } from './kit/logger.js';
import type { Mailer } from './kit/mail.js';
import type { Passwords } from './kit/passwords.js';
import { makePost, type Post } from './kit/post.js';
import type { Permission } from './kit/procedure.js';
import type { TenantScope } from './kit/scope.js';
import { makeSignals, type Signals } from './kit/signals.js';
import type { SignedTokens } from './kit/signed-tokens.js';
import { type AfterCommit, makeAfterCommit, type UnitOfWork } from './kit/unit-of-work.js';
import { makeOnboardingService, type OnboardingService } from './onboarding/onboarding-service.js';
import { makeOrdersService, type OrderLinks, type OrdersService } from './orders/orders-service.js';
import { makeSettingsService, type SettingsService } from './settings/settings-service.js';
import { makeSitesService, type SitesService } from './sites/sites-service.js';
import { makeStockService } from './stock/make-stock-service.js';
import type { StockService } from './stock/stock-service.js';
import type { Persistence, Stores, Views } from './stores.js';
import { makeTenantsService, type TenantsService } from './tenants/tenants-service.js';
import { makeVhostsService, type VhostsDeps, type VhostsService } from './vhosts/vhosts-service.js';

/** Everything a host can offer: one line per feature. */
export interface Services {
  readonly auth: AuthService;
  readonly boutique: BoutiqueService;
  readonly carte: CarteService;
  readonly catalogue: CatalogueService;
  readonly feeds: FeedsService;
  readonly health: HealthService;
  readonly housekeeping: Housekeeping;
  readonly identify: IdentifyService;
  readonly invites: InvitesService;
  readonly keyed: KeyedService;
  readonly keys: KeysService;
  readonly members: MembersService;
  readonly onboarding: OnboardingService;
  readonly orders: OrdersService;
  readonly permissions: PermissionsService;
  readonly products: ProductsService;
  readonly profile: ProfileService;
  readonly providerLogin: ProviderLogin;
  readonly sessions: SessionsService;
  readonly settings: SettingsService;
  readonly sites: SitesService;
  readonly stock: StockService;
  readonly tenants: TenantsService;
  readonly vhosts: VhostsService;
  readonly clock: Clock;
  readonly crypto: Crypto;
  readonly ids: Ids;
  readonly signals: Signals;
  readonly unitOfWork: UnitOfWork;
  readonly views: Views;
}

/** Addresses of pages and pictures, which only the host knows. */
export type Links = OrderLinks & PlatformLinks & ShopLinks & StorefrontLinks;

export interface ServiceDeps {
  readonly persistence: Persistence;
  readonly clock: Clock;
  readonly crypto: Crypto;
  readonly links: Links;
  readonly mailer: Mailer;
  readonly passwords: Passwords;
  readonly signedTokens: SignedTokens;
  /** Null: people sign in by password only. */
  readonly identityProvider: IdentityProvider | null;
  readonly logger: Logger;
  readonly health: Health;
  /** Every permission that some procedure of the host asks for; only the host knows which routers it offers. */
  readonly knownPermissions: () => readonly Permission[];
  /** The web server of this machine and what goes with it. */
  readonly vhosts: Pick<VhostsDeps, 'webServer' | 'certificates' | 'toAscii' | 'reservedHosts' | 'pause'>;
}

/** How news and mails leave: at once, or after the commit of the transaction they come from. */
interface Outlets {
  readonly signals: Signals;
  readonly post: Post;
}

/** What services share, whether or not they take part in a transaction. */
interface Shared {
  readonly deps: ServiceDeps;
  readonly ids: Ids;
  readonly menus: Menus;
  readonly knownKeys: KnownKeys;
  readonly keyUses: UseCounter;
  readonly keyPace: KeyPace;
  readonly identify: IdentifyService;
  readonly vhosts: VhostsService;
  readonly outlets: Outlets;
}

/** The core, wired: what every host calls, whatever is behind the ports. */
export function makeServices(deps: ServiceDeps): Services {
  const ids = makeIds(deps.clock, deps.crypto);
  const outlets: Outlets = { signals: makeSignals(), post: makePost(deps.mailer, deps.logger) };
  const menus = makeMenus(deps.persistence.views.sites, deps.persistence.views.catalogue);
  const knownKeys = makeKnownKeys({ views: deps.persistence.views, clock: deps.clock, signals: outlets.signals });
  const keyUses = makeUseCounter({ transact: deps.persistence.transact, clock: deps.clock, logger: deps.logger });
  const keyPace = makeKeyPace({ transact: deps.persistence.transact, clock: deps.clock });
  const shared: Shared = {
    deps,
    ids,
    menus,
    knownKeys,
    keyUses,
    keyPace,
    identify: makeIdentify(deps, outlets),
    vhosts: makeVhosts(deps, ids),
    outlets,
  };
  return build(shared, deps.persistence, outlets, (scope, work) => inTransaction(shared, scope, work));
}

/** Publishing waits for the web server, so it opens its transactions itself, also when it is called from inside one. */
function makeVhosts({ vhosts, persistence, clock, logger }: ServiceDeps, ids: Ids): VhostsService {
  return makeVhostsService({ ...vhosts, transact: persistence.transact, views: persistence.views.vhosts, clock, ids, logger });
}

function makeIdentify({ persistence, signedTokens, clock, logger }: ServiceDeps, { signals }: Outlets): IdentifyService {
  const sessionUse = makeSessionUse({ transact: persistence.transact, clock, logger });
  return makeIdentifyService({ views: persistence.views, signedTokens, sessionUse, clock, signals });
}

/** Services of one transaction: they write through it, read what it wrote, and announce nothing before it has committed. */
async function inTransaction<Result>(shared: Shared, scope: TenantScope, work: (services: Services, stores: Stores) => Promise<Result>) {
  let afterCommit: AfterCommit | undefined;
  const result = await shared.deps.persistence.transact(scope, (stores, views) => {
    // A new list with every attempt: what a lost attempt wanted to announce never happened.
    const announcements = makeAfterCommit();
    afterCommit = announcements;
    const outlets = afterCommitOf(shared.outlets, announcements);
    const services = build(shared, { transact: (_scope, inner) => inner(stores, views), views }, outlets, (_scope, inner) =>
      inner(services, stores),
    );
    return work(services, stores);
  });
  afterCommit?.run();
  return result;
}

function afterCommitOf({ signals, post }: Outlets, announcements: AfterCommit): Outlets {
  return {
    signals: { ...signals, send: (signal) => announcements.add(() => signals.send(signal)) },
    post: (mail) => announcements.add(() => post(mail)),
  };
}

function build(shared: Shared, { transact, views }: Persistence, { signals, post }: Outlets, unitOfWork: UnitOfWork): Services {
  const { deps, ids, menus, knownKeys, keyUses, keyPace, identify, vhosts } = shared;
  const { clock, crypto, links, passwords, signedTokens, identityProvider, health, logger, knownPermissions } = deps;
  const identity: IdentityDeps = { transact, clock, crypto, ids, links, passwords, post, signals, signedTokens };
  const keys = makeKeysService({ transact, known: knownKeys, uses: keyUses, clock, crypto, signals });
  return {
    auth: makeAuthService(identity),
    boutique: makeBoutiqueService({ menus, pickupSlots: views.pickupSlots, stockViews: views.stock, clock, links }),
    carte: makeCarteService({ menus, pickupSlots: views.pickupSlots, clock }),
    catalogue: makeCatalogueService({ transact, signals }),
    feeds: makeFeedsService({ transact, views, clock, links }),
    health: makeHealthService({ health, clock, logger }),
    housekeeping: makeHousekeeping({ transact, clock }),
    identify,
    invites: makeInvitesService(identity),
    keyed: makeKeyedService({ keys, pace: keyPace, unitOfWork, clock, crypto, ids }),
    keys,
    members: makeMembersService({ transact, views, signals }),
    onboarding: makeOnboardingService({ transact, views }),
    orders: makeOrdersService({
      unitOfWork,
      menus,
      orderViews: views.orders,
      siteViews: views.sites,
      clock,
      crypto,
      ids,
      links,
      signals,
    }),
    permissions: makePermissionsService({ transact, views, signals, known: knownPermissions }),
    products: makeProductsService({
      transact: (scope, work) =>
        unitOfWork(scope, (services, stores) =>
          work({ stores, views: services.views, signals: services.signals, stock: { open: services.stock.open, lock: stores.stock.lock } }),
        ),
      views,
      levels: views.stock.levels,
      clock,
      ids,
    }),
    profile: makeProfileService(identity),
    providerLogin: makeProviderLogin(identity, identityProvider),
    sessions: makeSessionsService(identity),
    settings: makeSettingsService({ transact }),
    sites: makeSitesService({ transact, clock, ids, signals }),
    stock: makeStockService({ transact, views, clock, ids, signals }),
    tenants: makeTenantsService({ transact, views, clock, ids, signals }),
    vhosts,
    clock,
    crypto,
    ids,
    signals,
    unitOfWork,
    views,
  };
}
