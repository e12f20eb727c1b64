import type { TenantScope } from '../kit/scope.js';
import type { Transact } from '../kit/transact.js';
import type { Stores, Views } from '../stores.js';

/** What a new organisation does, in this order. */
export const ONBOARDING_STEPS = ['organisation', 'establishment', 'hours', 'catalogue', 'team', 'payments', 'firstOrder'] as const;
export type OnboardingStep = (typeof ONBOARDING_STEPS)[number];

/** `open`: to be done. `skipped`: the organisation does not want to. Done is done, skipped or not. */
export type StepStatus = 'open' | 'done' | 'skipped';

export interface OnboardingState {
  /** True when nothing is left open. */
  readonly finished: boolean;
  readonly steps: readonly { readonly step: OnboardingStep; readonly status: StepStatus }[];
}

/** How far an organisation is with setting itself up: seen in what it has, or else said by its people. */
export interface OnboardingService {
  state(scope: TenantScope): Promise<OnboardingState>;
  mark(scope: TenantScope, step: OnboardingStep, as: 'done' | 'skipped'): Promise<OnboardingState>;
}

const BEGINNING = new Date(0);

export function makeOnboardingService(deps: {
  readonly transact: Transact<Pick<Stores, 'tenantSettings'>>;
  readonly views: Pick<Views, 'sites' | 'tenants'>;
}): OnboardingService {
  const { transact, views } = deps;

  async function seenDone(scope: TenantScope): Promise<ReadonlySet<OnboardingStep>> {
    const [sites, usage] = await Promise.all([views.sites.list(scope), views.tenants.usage(scope, BEGINNING)]);
    const seen = {
      organisation: true,
      establishment: sites.length > 0,
      hours: sites.some(({ hours }) => hours.length > 0),
      catalogue: usage.items > 0,
      team: usage.members > 1,
      firstOrder: usage.orders > 0,
    };
    return new Set(ONBOARDING_STEPS.filter((step) => step in seen && seen[step as keyof typeof seen]));
  }

  async function state(scope: TenantScope): Promise<OnboardingState> {
    const done = await seenDone(scope);
    const marks = await transact(scope, ({ tenantSettings }) => tenantSettings.list(scope));
    const steps = ONBOARDING_STEPS.map((step) => ({ step, status: done.has(step) ? 'done' : statusOf(marks.get(markKey(step))) }));
    return { finished: steps.every(({ status }) => status !== 'open'), steps };
  }

  return {
    state,
    async mark(scope, step, as) {
      // One setting per step: two people who mark different steps at once do not undo each other.
      await transact(scope, ({ tenantSettings }) => tenantSettings.set(scope, markKey(step), as));
      return state(scope);
    },
  };
}

function markKey(step: OnboardingStep): string {
  return `onboarding.${step}`;
}

function statusOf(mark: unknown): StepStatus {
  return mark === 'done' || mark === 'skipped' ? mark : 'open';
}
