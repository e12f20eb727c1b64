import { accessControlRouter } from './access/access-procedures.js';
import { apiKeysRouter } from './api-keys/api-keys-procedures.js';
import { feedApiKeysRouter } from './api-keys/feed-api-keys-procedures.js';
import { liveChatRouter } from './api-keys/live-chat-procedures.js';
import { auditRouter } from './audit/audit-procedures.js';
import { campaignsRouter } from './campaigns/campaigns-procedures.js';
import { categoriesRouter } from './catalogue/categories-procedures.js';
import { productsRouter } from './catalogue/products-procedures.js';
import { clientsRouter } from './clients/clients-procedures.js';
import { couponsRouter } from './coupons/coupons-procedures.js';
import { emailTemplatesRouter } from './email-templates/email-templates-procedures.js';
import { groupsRouter } from './groups/groups-procedures.js';
import { healthRouter } from './health/health-procedures.js';
import { helpdeskKbRouter } from './helpdesk-kb/helpdesk-kb-procedures.js';
import { authRouter } from './identity/auth-procedures.js';
import { permissionsRouter } from './identity/permissions-procedures.js';
import { profileRouter } from './identity/profile-procedures.js';
import { sessionsRouter } from './identity/sessions-procedures.js';
import { usersRouter } from './identity/users-procedures.js';
import { invoicesRouter } from './invoices/invoices-procedures.js';
import type { Routers } from './kit/registry.js';
import { linksRouter } from './links/links-procedures.js';
import { newsletterRouter } from './newsletter/newsletter-procedures.js';
import { onboardingRouter } from './onboarding/onboarding-procedures.js';
import { ordersRouter } from './orders/orders-procedures.js';
import { passesRouter } from './passes/passes-procedures.js';
import { queuesRouter } from './queues/queues-procedures.js';
import { recurringInvoicesRouter } from './recurring-invoices/recurring-procedures.js';
import { segmentsRouter } from './segments/segments-procedures.js';
import { settingsRouter } from './settings/settings-procedures.js';
import { paymentsRouter } from './settlement/payments-procedures.js';
import { shippingRouter } from './shipping/shipping-procedures.js';
import { shopSyncRouter } from './shop-sync/shop-sync-procedures.js';
import { siteRouter } from './sites/site-procedures.js';
import { inventoryRouter } from './stock/inventory-procedures.js';
import { stockActionsRouter } from './stock/stock-actions-procedures.js';
import { taxRatesRouter } from './tax-rates/tax-rates-procedures.js';
import { tenantsRouter } from './tenants/tenants-procedures.js';
import { ticketingRouter } from './ticketing/ticketing-procedures.js';
import { posManagementRouter } from './till/pos-management-procedures.js';
import { posOrdersRouter } from './till/pos-orders-procedures.js';
import { vendorsRouter } from './vendors/vendors-procedures.js';
import { webhooksRouter } from './webhooks/webhooks-procedures.js';

/** Every router outsiders may call, by name: one line per feature. Built when first asked for. */
export const ROUTERS = {
  accessControl: accessControlRouter,
  apiKeys: apiKeysRouter,
  audit: auditRouter,
  auth: authRouter,
  campaigns: campaignsRouter,
  categories: categoriesRouter,
  clients: clientsRouter,
  coupons: couponsRouter,
  emailTemplates: emailTemplatesRouter,
  feedApiKeys: feedApiKeysRouter,
  groups: groupsRouter,
  health: healthRouter,
  helpdeskKb: helpdeskKbRouter,
  inventory: inventoryRouter,
  invoices: invoicesRouter,
  links: linksRouter,
  liveChat: liveChatRouter,
  newsletter: newsletterRouter,
  onboarding: onboardingRouter,
  orders: ordersRouter,
  passes: passesRouter,
  payments: paymentsRouter,
  permissions: permissionsRouter,
  posManagement: posManagementRouter,
  posOrders: posOrdersRouter,
  products: productsRouter,
  queues: queuesRouter,
  recurringInvoices: recurringInvoicesRouter,
  segments: segmentsRouter,
  shopSync: shopSyncRouter,
  settings: settingsRouter,
  shipping: shippingRouter,
  site: siteRouter,
  stockActions: stockActionsRouter,
  taxRates: taxRatesRouter,
  tenants: tenantsRouter,
  ticketing: ticketingRouter,
  users: usersRouter,
  vendors: vendorsRouter,
  webhooks: webhooksRouter,
  profile: profileRouter,
  sessions: sessionsRouter,
} satisfies Routers;
