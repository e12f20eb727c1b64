import { DomainError } from '../kit/errors.js';
import { type CrudTable, crudKey, rowsOfSite } from '../kit/memory-crud-store.js';
import { pageRows } from '../kit/memory-page.js';
import type { Scope } from '../kit/scope.js';
import { hasWords, searchWordsOf, wantedWords } from '../kit/search-words.js';
import type { Suppression } from '../newsletter/memory-subscriber-store.js';
import type { Subscriber } from '../newsletter/subscriber.js';
import { type AudienceRows, clientsFor, obstacleOf } from '../segments/memory-audience.js';
import type { Campaign, CampaignContent } from './campaign.js';
import { type CampaignStore, type CampaignViews, type ClaimWish, type CountedCampaign, sumRecipients } from './campaign-store.js';
import type { ClaimedRecipient, Recipient } from './recipient.js';

interface KeptRecipient extends Recipient {
  readonly campaignId: string;
  readonly dueAt: Date;
  readonly tries: number;
  readonly token: string | null;
  readonly claimedAt: Date | null;
}

export interface CampaignTables {
  readonly campaigns: CrudTable<Campaign>;
  readonly contents: CrudTable<CampaignContent>;
  readonly recipients: CrudTable<KeptRecipient>;
  readonly suppressions: CrudTable<Suppression>;
  readonly subscribers: CrudTable<Subscriber>;
  /** True when the template and the segment are of the establishment. */
  readonly refersWell: (scope: Scope, campaign: Campaign) => boolean;
}

const MINUTE_MS = 60_000;
/** Stands before what takes the place of an address; no address begins like this and has no @. */
const FORGOTTEN = 'forgotten-';

/** Campaigns without a database. */
export function makeMemoryCampaigns(tables: CampaignTables, audience: AudienceRows): { store: CampaignStore; views: CampaignViews } {
  const { campaigns, contents, recipients, suppressions, subscribers } = tables;
  const owned = <Row>({ tenantId, siteId }: Scope, row: Row) => ({ tenantId, siteId, row });
  const put = (scope: Scope, recipient: KeptRecipient) =>
    recipients.set(crudKey(scope, `${recipient.campaignId} ${recipient.address}`), owned(scope, recipient));
  const of = (scope: Scope, id: string) => rowsOfSite(recipients, scope).filter(({ campaignId }) => campaignId === id);

  function own(scope: Scope, id: string): Campaign {
    const found = campaigns.get(crudKey(scope, id))?.row;
    if (found === undefined) throw new DomainError('unknown_record');
    return found;
  }

  function keep(scope: Scope, campaign: Campaign): Campaign {
    if (!tables.refersWell(scope, campaign)) throw new DomainError('unknown_record');
    campaigns.set(crudKey(scope, campaign.id), owned(scope, campaign));
    return campaign;
  }

  /** When the pace lets the next ones go, or how many may go now. */
  function roomIn(scope: Scope, { perMinute, limit }: ClaimWish, now: Date): { readonly room: number; readonly againAt: Date } {
    const since = now.getTime() - MINUTE_MS;
    const recent = rowsOfSite(recipients, scope).flatMap(({ claimedAt }) => (claimedAt === null ? [] : [claimedAt.getTime()]));
    const counted = recent.filter((at) => at > since);
    const room = perMinute === null ? limit : Math.max(0, Math.min(limit, perMinute - counted.length));
    return { room, againAt: new Date(Math.min(now.getTime(), ...counted) + MINUTE_MS) };
  }

  function claimed(scope: Scope, recipient: KeptRecipient): ClaimedRecipient {
    const { address, tries } = recipient;
    const client = clientsFor(audience, scope, null).find(({ email }) => email === address) ?? null;
    const subscriber = rowsOfSite(subscribers, scope).find(({ email }) => email === address);
    const { kind, firstName, lastName, company } = client ?? { kind: 'person', firstName: null, lastName: null, company: null };
    const language = client?.language ?? subscriber?.language ?? null;
    return { address, tries, language, client: client === null ? null : { kind, firstName, lastName, company } };
  }

  return {
    store: {
      create: async (scope, campaign) => keep(scope, campaign),
      async createPast(scope, campaign, content, given) {
        keep(scope, campaign);
        contents.set(crudKey(scope, campaign.id), owned(scope, content));
        const over = { campaignId: campaign.id, tries: 0, token: null, claimedAt: null } as const;
        for (const recipient of given) put(scope, { ...over, ...recipient, dueAt: recipient.queuedAt });
      },
      change: async (scope, id, decide) => keep(scope, decide(own(scope, id))),
      async remove(scope, id) {
        own(scope, id);
        campaigns.delete(crudKey(scope, id));
        for (const { address } of of(scope, id)) recipients.delete(crudKey(scope, `${id} ${address}`));
      },
      async freeze(scope, id, content, rule, now) {
        contents.set(crudKey(scope, id), owned(scope, content));
        const clients = clientsFor(audience, scope, rule);
        const others = rule === null ? rowsOfSite(subscribers, scope).map(({ email }) => email) : [];
        const addresses = new Set([...clients.flatMap(({ email }) => email ?? []), ...others]);
        const reachable = [...addresses].filter((address) => obstacleOf(audience, scope, address) === null);
        for (const address of reachable) {
          const clientId = clients.find(({ email }) => email === address)?.id ?? null;
          const fresh = { tries: 0, token: null, claimedAt: null, reason: null, unsubscribedAt: null, state: 'pending' } as const;
          put(scope, { campaignId: id, address, clientId, queuedAt: now, changedAt: now, dueAt: now, ...fresh });
        }
        return reachable.length;
      },
      async claim(scope, id, run, wish, now) {
        const campaign = own(scope, id);
        if (campaign.run !== run || campaign.status !== 'sending') return { campaign, recipients: [], againAt: null };
        for (const each of of(scope, id)) {
          const isStale = each.state === 'claimed' && each.claimedAt !== null && each.claimedAt < wish.staleBefore;
          if (isStale) put(scope, { ...each, state: 'uncertain', reason: 'interrupted', changedAt: now });
        }
        const waiting = of(scope, id).filter(({ state }) => state === 'pending');
        const { room, againAt } = roomIn(scope, wish, now);
        const due = waiting.filter(({ dueAt }) => dueAt <= now).sort(byDue);
        if (due.length > 0 && room === 0) return { campaign, recipients: [], againAt };
        const taken = due.slice(0, room).filter((recipient) => {
          const reason = obstacleOf(audience, scope, recipient.address);
          if (reason === null) put(scope, { ...recipient, state: 'claimed', token: wish.token, claimedAt: now, changedAt: now });
          else put(scope, { ...recipient, state: 'skipped', reason, changedAt: now });
          return reason === null;
        });
        return { campaign, recipients: taken.map((recipient) => claimed(scope, recipient)), againAt: nextLook(of(scope, id), wish, now) };
      },
      async settle(scope, id, token, settlements, now) {
        for (const settlement of settlements) {
          const { address, state } = settlement;
          const known = recipients.get(crudKey(scope, `${id} ${address}`))?.row;
          if (known?.token !== token || (known.state !== 'claimed' && known.state !== 'uncertain')) continue;
          put(scope, { ...known, ...settlement, changedAt: now, token: null });
          if (state !== 'bounced' || settlement.reason !== 'hard') continue;
          suppressions.set(crudKey(scope, address), owned(scope, { id: address, at: now }));
          const subscriber = rowsOfSite(subscribers, scope).find(({ email }) => email === address);
          if (subscriber === undefined) continue;
          subscribers.set(crudKey(scope, subscriber.id), owned(scope, { ...subscriber, state: 'bounced', endedAt: now }));
        }
      },
      async giveUp(scope, id, now) {
        for (const each of of(scope, id)) {
          if (each.state === 'claimed') put(scope, { ...each, state: 'uncertain', reason: 'interrupted', changedAt: now });
          if (each.state === 'pending') put(scope, { ...each, state: 'skipped', reason: 'cancelled', changedAt: now });
        }
      },
      async noteUnsubscribed(scope, id, address, now) {
        const known = recipients.get(crudKey(scope, `${id} ${address}`))?.row;
        if (known !== undefined && known.unsubscribedAt === null) put(scope, { ...known, unsubscribedAt: now });
      },
      async forgetClient(scope, clientId, email, now) {
        for (const each of rowsOfSite(recipients, scope).filter((one) => isClient(one, clientId, email))) {
          recipients.delete(crudKey(scope, `${each.campaignId} ${each.address}`));
          if (each.state === 'pending') continue;
          const forgotten = of(scope, each.campaignId).filter(({ address }) => address.startsWith(FORGOTTEN) && !address.includes('@'));
          const address = `${FORGOTTEN}${forgotten.length}`;
          const inDoubt = each.state === 'claimed' ? ({ state: 'uncertain', reason: 'interrupted', changedAt: now } as const) : {};
          put(scope, { ...each, ...inDoubt, address, clientId: null, token: null });
        }
      },
      async moveClient(scope, fromId, intoId) {
        for (const each of rowsOfSite(recipients, scope)) if (each.clientId === fromId) put(scope, { ...each, clientId: intoId });
      },
    },
    views: {
      async get(scope, id) {
        const campaign = campaigns.committed.get(crudKey(scope, id))?.row;
        return campaign === undefined ? null : counted(campaign, recipientsOf(tables, scope, id));
      },
      async list(scope, { status, tagId, search, ...page }) {
        const wanted = wantedWords(search);
        const rows = rowsOfSite(campaigns.committed, scope)
          .filter((campaign) => status === undefined || campaign.status === status)
          .filter(({ tags }) => tagId === undefined || tags.includes(tagId))
          .filter(({ name }) => hasWords(searchWordsOf([name]), wanted))
          .sort((left, right) => right.createdAt.getTime() - left.createdAt.getTime() || (left.id < right.id ? 1 : -1));
        const { items, ...rest } = pageRows(rows, page);
        return { items: items.map((campaign) => counted(campaign, recipientsOf(tables, scope, campaign.id))), ...rest };
      },
      content: async (scope, id) => contents.committed.get(crudKey(scope, id))?.row ?? [],
      async activity(scope, id, { state, search = '', ...page }) {
        const rows = recipientsOf(tables, scope, id)
          .filter((each) => (state === undefined || each.state === state) && each.address.startsWith(search.toLowerCase()))
          .sort((left, right) => right.changedAt.getTime() - left.changedAt.getTime() || (left.address < right.address ? -1 : 1));
        return pageRows(rows.map(shown), page);
      },
      async ofClient(scope, clientId, email) {
        return rowsOfSite(recipients.committed, scope)
          .filter((each) => isClient(each, clientId, email))
          .sort((left, right) => left.queuedAt.getTime() - right.queuedAt.getTime() || (left.campaignId < right.campaignId ? -1 : 1))
          .map((each) => ({ ...shown(each), campaignId: each.campaignId }));
      },
    },
  };
}

function recipientsOf({ recipients }: CampaignTables, scope: Scope, id: string): KeptRecipient[] {
  return rowsOfSite(recipients.committed, scope).filter(({ campaignId }) => campaignId === id);
}

/** When somebody is due again or a claim is in doubt; null: nobody is left. */
function nextLook(all: readonly KeptRecipient[], { staleBefore }: ClaimWish, now: Date): Date | null {
  const patienceMs = now.getTime() - staleBefore.getTime();
  const times = all.flatMap(({ state, dueAt, claimedAt }) => {
    if (state === 'pending') return [Math.max(dueAt.getTime(), now.getTime())];
    return state === 'claimed' && claimedAt !== null ? [claimedAt.getTime() + patienceMs] : [];
  });
  return times.length === 0 ? null : new Date(Math.min(...times));
}

function counted(campaign: Campaign, all: readonly KeptRecipient[]): CountedCampaign {
  const groups = all.map(({ state, unsubscribedAt }) => ({ state, count: 1, unsubscribed: unsubscribedAt === null ? 0 : 1 }));
  return { ...campaign, counts: sumRecipients(groups) };
}

function shown({ address, clientId, state, reason, queuedAt, changedAt, unsubscribedAt }: KeptRecipient): Recipient {
  return { address, clientId, state, reason, queuedAt, changedAt, unsubscribedAt };
}

function isClient(recipient: KeptRecipient, clientId: string, email: string | null): boolean {
  return recipient.clientId === clientId || recipient.address === email;
}

function byDue(left: KeptRecipient, right: KeptRecipient): number {
  return left.dueAt.getTime() - right.dueAt.getTime() || (left.address < right.address ? -1 : 1);
}
