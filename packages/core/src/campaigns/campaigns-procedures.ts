import { z } from 'zod';
import { DomainError } from '../kit/errors.js';
import { pageInput, pageOf } from '../kit/page.js';
import { type CallContext, defineProcedure, type Permission, siteScopeOf } from '../kit/procedure.js';
import { idSchema } from '../kit/validate.js';
import {
  activityInput,
  activityPage,
  campaignInput,
  campaignPatch,
  campaignRecord,
  countedCampaign,
  listInput,
  sendInput,
  stepInput,
  tagInput,
  tagRecord,
  wizardInput,
} from './campaign-contract.js';
import type { CountedCampaign } from './campaign-store.js';

const byId = z.object({ id: idSchema });
const may = (...permissions: Permission[]) => ({ kind: 'permission', permissions }) as const;
const STEP_ERRORS = ['unknown_record', 'stale', 'invalid_transition'] as const;

/** The `campaigns` router: mails of an establishment to many. */
export function campaignsRouter() {
  return { ...readProcedures(), ...writeProcedures(), ...sendProcedures(), ...tagProcedures() };
}

function readProcedures() {
  return {
    getCampaigns: defineProcedure({
      type: 'query',
      access: may('campaigns:read'),
      summary: 'One page of the campaigns with how far each is, newest first.',
      input: listInput,
      output: pageOf(countedCampaign),
      run: (context, filter) => context.services.views.campaigns.list(siteScopeOf(context), filter),
    }),
    getCampaignById: defineProcedure({
      type: 'query',
      access: may('campaigns:read'),
      summary: 'One campaign with how far it is.',
      input: byId,
      output: countedCampaign,
      errors: ['unknown_record'],
      run: (context, { id }) => campaignOf(context, id),
    }),
    getCampaignActivity: defineProcedure({
      type: 'query',
      access: may('campaigns:read'),
      summary: 'What became of each recipient, changed last first, with counts; a search looks for beginnings of addresses.',
      input: activityInput,
      output: activityPage,
      errors: ['unknown_record'],
      run: async (context, { id, ...filter }) => {
        const { counts } = await campaignOf(context, id);
        const page = await context.services.views.campaigns.activity(siteScopeOf(context), id, filter);
        return { ...page, counts };
      },
    }),
  };
}

function writeProcedures() {
  return {
    createCampaign: defineProcedure({
      type: 'mutation',
      access: may('campaigns:write'),
      summary: 'Creates a campaign as a draft.',
      input: campaignInput,
      output: campaignRecord,
      errors: ['unknown_record', 'invalid_template'],
      run: (context, input) => context.services.campaigns.create(siteScopeOf(context), input),
    }),
    createCampaignWizard: defineProcedure({
      type: 'mutation',
      access: may('campaigns:write', 'campaigns:send'),
      summary: 'Creates a campaign with template, segment and subject, and sends or schedules it: all of it or nothing.',
      input: wizardInput,
      output: campaignRecord,
      errors: ['unknown_record', 'invalid_template', 'no_recipients'],
      run: (context, input) => context.services.campaigns.createWhole(siteScopeOf(context), input),
    }),
    updateCampaign: defineProcedure({
      type: 'mutation',
      access: may('campaigns:write'),
      summary: 'Changes the fields of a campaign that are sent, as long as it has not begun.',
      input: campaignPatch,
      output: campaignRecord,
      errors: [...STEP_ERRORS, 'invalid_template'],
      run: (context, patch) => context.services.campaigns.update(siteScopeOf(context), patch),
    }),
    deleteCampaign: defineProcedure({
      type: 'mutation',
      access: may('campaigns:delete'),
      summary: 'Deletes a draft; calls off a campaign that is scheduled or under way, and keeps who has got it.',
      input: byId,
      output: byId.extend({ outcome: z.enum(['deleted', 'cancelled']) }),
      errors: ['unknown_record', 'invalid_transition'],
      run: async (context, { id }) => ({ id, outcome: await context.services.campaigns.delete(siteScopeOf(context), id) }),
    }),
    duplicateCampaign: defineProcedure({
      type: 'mutation',
      access: may('campaigns:write'),
      summary: 'Creates a draft that says the same to the same.',
      input: byId,
      output: campaignRecord,
      errors: ['unknown_record'],
      run: (context, { id }) => context.services.campaigns.duplicate(siteScopeOf(context), id),
    }),
  };
}

function sendProcedures() {
  return {
    sendCampaign: defineProcedure({
      type: 'mutation',
      access: may('campaigns:send'),
      summary:
        'Sends a campaign now or at an instant; who gets it is fixed when it starts, and asked again for their consent mail by mail.',
      input: sendInput,
      output: campaignRecord,
      errors: [...STEP_ERRORS, 'no_recipients'],
      run: (context, { id, at, version }) => context.services.campaigns.send(siteScopeOf(context), id, at, version),
    }),
    pauseCampaign: defineProcedure({
      type: 'mutation',
      access: may('campaigns:send'),
      summary: 'Holds a campaign after the mails under way; one that is only scheduled becomes a draft again.',
      input: stepInput,
      output: campaignRecord,
      errors: STEP_ERRORS,
      run: (context, { id, version }) => context.services.campaigns.pause(siteScopeOf(context), id, version),
    }),
    resumeCampaign: defineProcedure({
      type: 'mutation',
      access: may('campaigns:send'),
      summary: 'Goes on with a campaign that was held.',
      input: stepInput,
      output: campaignRecord,
      errors: STEP_ERRORS,
      run: (context, { id, version }) => context.services.campaigns.resume(siteScopeOf(context), id, version),
    }),
  };
}

function tagProcedures() {
  return {
    getCampaignTags: defineProcedure({
      type: 'query',
      access: may('campaigns:read'),
      summary: 'One page of the tags of campaigns, by name.',
      input: pageInput.prefault({}),
      output: pageOf(tagRecord),
      run: (context, page) => context.services.views.campaignTags.list(siteScopeOf(context), page),
    }),
    createCampaignTag: defineProcedure({
      type: 'mutation',
      access: may('campaigns:write'),
      summary: 'Creates a tag for campaigns.',
      input: tagInput,
      output: tagRecord,
      errors: ['duplicate'],
      run: async (context, input) => {
        const [scope, now] = [siteScopeOf(context), context.services.clock.now()];
        const tag = { ...input, id: context.services.ids.uuid(), createdAt: now, updatedAt: now, version: 1 };
        return context.services.unitOfWork(scope, (_services, { campaignTags }) => campaignTags.create(scope, tag));
      },
    }),
  };
}

async function campaignOf(context: CallContext, id: string): Promise<CountedCampaign> {
  const campaign = await context.services.views.campaigns.get(siteScopeOf(context), id);
  if (campaign === null) throw new DomainError('unknown_record');
  return campaign;
}
