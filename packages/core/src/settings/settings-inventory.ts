import { z } from 'zod';
import { DEFAULT_RULES, RULE_SETTINGS, toleranceMinutes } from '../access/gate.js';
import { EMAIL_MAX } from '../identity/email.js';
import { LOCALES } from '../identity/user.js';
import { DEFAULT_ROUNDING } from '../invoices/invoices-deps.js';
import { DEFAULT_TERMS, sellerSetting, termsSetting } from '../invoices/parties.js';
import { TAX_ROUNDINGS } from '../kit/tax-rounding.js';
import { personText } from '../kit/validate.js';
import { DEFAULT_POLICY } from '../reorder/reorder.js';
import { CASH_STEP_SETTING, PICKUP_SETTING, ROUNDING_SETTING } from '../sales/till-settings.js';

/** A setting: what may be stored under its key, and for what. */
export interface SettingSpec {
  readonly key: string;
  /** `site`: each establishment has its own. `tenant`: one for the organisation. */
  readonly level: 'site' | 'tenant';
  readonly contract: z.ZodType;
  /** True: is written, never read back. */
  readonly secret: boolean;
  /** What holds while nothing is stored; null: nothing. */
  readonly fallback: unknown;
  readonly summary: string;
}

/** A secret that somebody else chose, or that was drawn here. Long enough not to be guessed. */
const sharedSecret = z.string().regex(/^[\x21-\x7e]{16,200}$/, '16 to 200 visible characters');
const address = z.email().max(EMAIL_MAX);
const providerName = z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'The name of a payment provider');
/** Days that goods are on their way, kept in reserve, or last. */
const days = z.int().min(0).max(365);
const shopAddress = z.url({ protocol: /^https?$/ }).max(300);

/** Every setting there is: one line each. What is not here cannot be stored. */
export const SETTINGS: readonly SettingSpec[] = [
  site(RULE_SETTINGS.earlyMinutes, toleranceMinutes, DEFAULT_RULES.earlyMinutes, 'How many minutes before a session its tickets let in.'),
  site(RULE_SETTINGS.lateMinutes, toleranceMinutes, DEFAULT_RULES.lateMinutes, 'How many minutes after its end a session still lets in.'),
  site(RULE_SETTINGS.reentry, z.boolean(), DEFAULT_RULES.reentry, 'Whether whoever has left may come in again with the same ticket.'),
  site('invoices.rounding', z.enum(TAX_ROUNDINGS), DEFAULT_ROUNDING, 'How the tax of new invoices is rounded.'),
  site('invoices.seller', sellerSetting, null, 'Who sells, as it stands on invoices: name, address, numbers, bank account.'),
  site('invoices.terms', termsSetting, DEFAULT_TERMS, 'When invoices are to be paid.'),
  site(
    'campaigns.perMinute',
    z.int().min(1).max(100_000),
    null,
    'How many mails of campaigns leave in any minute; nothing: as fast as the mail server takes them.',
  ),
  site('liveChat.enabled', z.boolean(), true, 'Whether the live-chat widget takes messages.'),
  site('liveChat.greeting', personText(1, 500, { multiline: true }), null, 'What the live-chat widget says first.'),
  tenant('locale.default', z.enum(LOCALES), 'fr', 'The language of mails to people who have chosen none.'),
  tenant('mail.replyTo', address, null, 'Where answers to mails of the organisation go.'),
  site('orders.notifyEmails', z.array(address).max(10), [], 'Who is told of new online orders by mail.'),
  site('payments.atPickup', z.boolean(), true, 'Whether orders of the online shop may be paid at pickup where cards are taken.'),
  site('payments.card', providerName, null, 'The provider that takes cards for the online shop, such as sandbox.'),
  site('reorder.coverDays', days, DEFAULT_POLICY.coverDays, 'How many days an order of goods is to last.'),
  site('reorder.leadDays', days, DEFAULT_POLICY.leadDays, 'How many days goods take to arrive once they are ordered.'),
  site('reorder.safetyDays', days, DEFAULT_POLICY.safetyDays, 'For how many days more goods are kept, for when they arrive late.'),
  secretOfSite('shop.key', sharedSecret, 'The key of the online shop’s web service.'),
  site('shop.url', shopAddress, null, 'The address of the online shop that is synchronized with the till.'),
  secretOfSite('shop.webhooks.secret', sharedSecret, 'The older place of the webhook secret of the online shop; accepted too.'),
  site(CASH_STEP_SETTING.key, CASH_STEP_SETTING.contract, null, 'What cash is rounded to, in cents; nothing: the cent.'),
  site(
    ROUNDING_SETTING.key,
    ROUNDING_SETTING.contract,
    null,
    'How the tax of new sales is rounded; nothing: that of each rate once, and prices stay what they are.',
  ),
  site(PICKUP_SETTING.key, PICKUP_SETTING.contract, true, 'Whether an online order that is paid at pickup is sold by being collected.'),
  secretOfSite('webhook.secret', sharedSecret, 'What the online shop sends as X-Webhook-Signature.'),
];

function site(key: string, contract: z.ZodType, fallback: unknown, summary: string): SettingSpec {
  return { key, level: 'site', contract, secret: false, fallback, summary };
}

function tenant(key: string, contract: z.ZodType, fallback: unknown, summary: string): SettingSpec {
  return { key, level: 'tenant', contract, secret: false, fallback, summary };
}

function secretOfSite(key: string, contract: z.ZodType, summary: string): SettingSpec {
  return { key, level: 'site', contract, secret: true, fallback: null, summary };
}
