import { usePage } from './page-context.js';

/** How the order is paid. Every order is paid where it is picked up, so this says so instead of asking. */
export function Payment() {
  const { texts } = usePage();
  return (
    <section class="choices">
      <h3 class="choices__title">{texts.payment}</h3>
      <p class="choices__words">{texts.payAtPickup}</p>
    </section>
  );
}
