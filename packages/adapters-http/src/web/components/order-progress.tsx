import type { PickupStatus } from '@comptoir/core/orders/order.js';
import { PROGRESS_STEPS, stepState } from '../order-progress.js';
import { Icon } from './icon.js';
import { usePage } from './page-context.js';

export function OrderProgress({ status }: { status: PickupStatus }) {
  const { texts } = usePage();
  return (
    <ol class="progress" aria-label={texts.progress}>
      {PROGRESS_STEPS.map((step) => {
        const state = stepState(step, status);
        return (
          <li key={step} class={`progress__step progress__step--${state}`} aria-current={state === 'current' ? 'step' : undefined}>
            <span class="progress__mark" aria-hidden="true">
              {state !== 'coming' && <Icon name="check" />}
            </span>
            {texts.steps[step]}
            {state === 'done' && <span class="visually-hidden"> ({texts.stepDone})</span>}
          </li>
        );
      })}
    </ol>
  );
}
