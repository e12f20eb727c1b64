import { readFileSync } from 'node:fs';
import {
  CAMPAIGN_STATUSES,
  CAMPAIGN_STEPS,
  type CampaignStatus,
  type CampaignStep,
  isOver,
  takeCampaignStep,
} from '@comptoir/core/campaigns/campaign.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import { expect } from 'chai';
import { NOON } from '../../suites/builders.js';
import { aCampaign } from '../../suites/campaign-builders.js';

const STEPS = Object.keys(CAMPAIGN_STEPS) as readonly CampaignStep[];
const [drawing = ''] = readFileSync(new URL('../../../../packages/core/src/campaigns/STATES.md', import.meta.url), 'utf8').split(
  '# The states of a recipient',
);

function after(status: CampaignStatus, step: CampaignStep): CampaignStatus | 'refused' {
  try {
    return takeCampaignStep(aCampaign({ templateId: 't', status }), step, NOON).status;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'invalid_transition') return 'refused';
    throw error;
  }
}

describe('the steps of a campaign', () => {
  it('are those that are drawn', () => {
    const drawn = [...drawing.matchAll(/^ {2}(\w+) --> (\w+): (\w+)$/gm)].map(([, from, to, step]) => `${from} ${step} ${to}`);
    const tabled = STEPS.flatMap((step) => CAMPAIGN_STEPS[step].from.map((from) => `${from} ${step} ${CAMPAIGN_STEPS[step].to}`));
    expect(drawn.sort()).to.deep.equal(tabled.sort());
  });

  it('lead where the drawing says from every state, and nowhere else', () => {
    for (const status of CAMPAIGN_STATUSES) {
      for (const step of STEPS) {
        const isDrawn = drawing.includes(`  ${status} --> ${CAMPAIGN_STEPS[step].to}: ${step}\n`);
        expect(after(status, step), `${status} ${step}`).to.equal(isDrawn ? CAMPAIGN_STEPS[step].to : 'refused');
      }
    }
  });

  it('raise the run, so that work begun before is over', () => {
    const before = aCampaign({ templateId: 't', status: 'sending', run: 3 });
    expect(takeCampaignStep(before, 'pause', NOON)).to.deep.include({ run: 4, version: 2 });
  });

  it('end where nothing more happens', () => {
    expect(CAMPAIGN_STATUSES.filter(isOver)).to.deep.equal(['sent', 'cancelled', 'failed']);
  });
});
