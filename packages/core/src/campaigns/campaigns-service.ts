import { variableFaults } from '../email-templates/template-variables.js';
import type { Clock } from '../kit/clock.js';
import { DomainError, type Issue } from '../kit/errors.js';
import type { Ids } from '../kit/ids.js';
import type { Scope } from '../kit/scope.js';
import { requireVersion } from '../kit/versions.js';
import type { Stores, TransactAll, Views } from '../stores.js';
import { type Campaign, requireEditable, takeCampaignStep } from './campaign.js';
import type { CampaignInput, CampaignPatch, WizardInput } from './campaign-contract.js';
import { pushTurn } from './campaign-queue.js';
import { startCampaign } from './start-campaign.js';

export interface CampaignsService {
  /** A draft. Throws `unknown_record`, `invalid_template` (the subject). */
  create(scope: Scope, input: CampaignInput): Promise<Campaign>;
  /** Created and sent, or scheduled, or neither, as a whole. Throws as `create` and `send`, with every fault at once. */
  createWhole(scope: Scope, input: WizardInput): Promise<Campaign>;
  /** Throws `unknown_record`, `stale`, `invalid_transition`, `invalid_template`. */
  update(scope: Scope, patch: CampaignPatch): Promise<Campaign>;
  /** Sends it now (null) or at an instant to come. Throws `unknown_record`, `stale`, `invalid_transition`, `no_recipients`, `invalid_request`. */
  send(scope: Scope, id: string, at: Date | null, version?: number): Promise<Campaign>;
  /** Holds it after the batch under way; one that is scheduled becomes a draft again. Throws `unknown_record`, `stale`, `invalid_transition`. */
  pause(scope: Scope, id: string, version?: number): Promise<Campaign>;
  resume(scope: Scope, id: string, version?: number): Promise<Campaign>;
  /** Removes a draft; calls off any other. Throws `unknown_record`, `invalid_transition`. */
  delete(scope: Scope, id: string): Promise<'deleted' | 'cancelled'>;
  /** A draft that says the same to the same. Throws `unknown_record`. */
  duplicate(scope: Scope, id: string): Promise<Campaign>;
}

export interface CampaignsDeps {
  readonly transact: TransactAll;
  readonly clock: Clock;
  readonly ids: Ids;
}

type CampaignReads = Pick<Views, 'campaigns' | 'campaignTags' | 'emailTemplates' | 'segments'>;

export function makeCampaignsService({ transact, clock, ids }: CampaignsDeps): CampaignsService {
  async function draft(stores: Pick<Stores, 'campaigns'>, views: CampaignReads, scope: Scope, input: CampaignInput): Promise<Campaign> {
    refuse(await referenceFaults(views, scope, input));
    requireSubject(input.subject);
    const now = clock.now();
    const { name, subject, templateId, segmentId, tags, senderName, replyTo } = input;
    const chosen = { name, subject, templateId, segmentId, tags, senderName, replyTo };
    const untouched = { status: 'draft', scheduledAt: null, startedAt: null, finishedAt: null, failure: null, run: 0 } as const;
    return stores.campaigns.create(scope, { id: ids.uuid(), ...chosen, ...untouched, createdAt: now, updatedAt: now, version: 1 });
  }

  /** Sends it, now or later, within the transaction. */
  async function dispatch(
    stores: Pick<Stores, 'campaigns' | 'pushQueue'>,
    views: CampaignReads,
    scope: Scope,
    id: string,
    at: Date | null,
    version?: number,
  ): Promise<Campaign> {
    if (at === null) return startCampaign(stores, views, { clock, ids }, scope, id, (before) => requireVersion(before, version));
    const now = clock.now();
    const campaign = await stores.campaigns.change(scope, id, (before) => {
      requireVersion(before, version);
      refuse(at <= now ? [{ path: 'at', message: 'The instant must be to come.' }] : []);
      return { ...takeCampaignStep(before, 'schedule', now), scheduledAt: at };
    });
    await pushTurn(stores.pushQueue, ids, { ...placeOf(scope), campaignId: id, run: campaign.run, tries: 0 }, at, now);
    return campaign;
  }

  return {
    create: (scope, input) => transact(scope, (stores, views) => draft(stores, views, scope, input)),

    createWhole: (scope, { schedule, ...input }) =>
      transact(scope, async (stores, views) => {
        const late = schedule.kind === 'at' && schedule.at <= clock.now();
        const timing = late ? [{ path: 'schedule.at', message: 'The instant must be to come.' }] : [];
        refuse([...(await referenceFaults(views, scope, input)), ...variableFaults('subject', input.subject), ...timing]);
        const campaign = await draft(stores, views, scope, input);
        if (schedule.kind === 'later') return campaign;
        return dispatch(stores, views, scope, campaign.id, schedule.kind === 'at' ? schedule.at : null);
      }),

    update: (scope, { id, version, ...patch }) =>
      transact(scope, async (stores, views) => {
        refuse(await referenceFaults(views, scope, patch));
        requireSubject(patch.subject ?? null);
        const named = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
        return stores.campaigns.change(scope, id, (before) => {
          requireVersion(before, version);
          requireEditable(before);
          return { ...before, ...named, updatedAt: clock.now(), version: before.version + 1 };
        });
      }),

    send: (scope, id, at, version) => transact(scope, (stores, views) => dispatch(stores, views, scope, id, at, version)),

    pause: (scope, id, version) =>
      transact(scope, ({ campaigns }) =>
        campaigns.change(scope, id, (before) => {
          requireVersion(before, version);
          if (before.status !== 'scheduled') return takeCampaignStep(before, 'pause', clock.now());
          return { ...takeCampaignStep(before, 'unschedule', clock.now()), scheduledAt: null };
        }),
      ),

    resume: (scope, id, version) =>
      transact(scope, async ({ campaigns, pushQueue }) => {
        const now = clock.now();
        const campaign = await campaigns.change(scope, id, (before) => {
          requireVersion(before, version);
          return takeCampaignStep(before, 'resume', now);
        });
        await pushTurn(pushQueue, ids, { ...placeOf(scope), campaignId: id, run: campaign.run, tries: 0 }, now, now);
        return campaign;
      }),

    delete: (scope, id) =>
      transact(scope, async ({ campaigns }) => {
        const now = clock.now();
        const after = await campaigns.change(scope, id, (before) =>
          before.status === 'draft' ? before : takeCampaignStep(before, 'cancel', now),
        );
        if (after.status === 'cancelled') await campaigns.giveUp(scope, id, now);
        else await campaigns.remove(scope, id);
        return after.status === 'cancelled' ? 'cancelled' : 'deleted';
      }),

    duplicate: (scope, id) =>
      transact(scope, async (stores, views) => {
        const original = await views.campaigns.get(scope, id);
        if (original === null) throw new DomainError('unknown_record');
        const known = await Promise.all(original.tags.map((tag) => views.campaignTags.get(scope, tag)));
        return draft(stores, views, scope, { ...original, tags: known.flatMap((tag) => tag?.id ?? []) });
      }),
  };
}

function placeOf({ tenantId, siteId }: Scope) {
  return { tenantId, siteId };
}

/** `unknown_record`, naming every reference that leads nowhere. */
async function referenceFaults(
  views: CampaignReads,
  scope: Scope,
  {
    templateId,
    segmentId,
    tags = [],
  }: {
    readonly templateId?: string | undefined;
    readonly segmentId?: string | null | undefined;
    readonly tags?: readonly string[] | undefined;
  },
): Promise<readonly Issue[]> {
  const missing = (path: string, found: object | null) => (found === null ? [{ path, message: 'There is no such record.' }] : []);
  const ofTags = await Promise.all(tags.map(async (tag, index) => missing(`tags.${index}`, await views.campaignTags.get(scope, tag))));
  return [
    ...(templateId === undefined ? [] : missing('templateId', await views.emailTemplates.get(scope, templateId))),
    ...(segmentId === undefined || segmentId === null ? [] : missing('segmentId', await views.segments.get(scope, segmentId))),
    ...ofTags.flat(),
  ];
}

function refuse(issues: readonly Issue[]): void {
  if (issues.length === 0) return;
  const isReference = issues.every(({ message }) => message === 'There is no such record.');
  throw new DomainError(isReference ? 'unknown_record' : 'invalid_request', { issues });
}

function requireSubject(subject: string | null): void {
  const issues = variableFaults('subject', subject ?? '');
  if (issues.length > 0) throw new DomainError('invalid_template', { issues });
}
