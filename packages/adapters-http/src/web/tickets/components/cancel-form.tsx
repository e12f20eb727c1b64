import { useTicketPage } from './ticket-context.js';

/** Asks once more before the booking is cancelled. */
export function CancelForm({ action, isPaid }: { action: string; isPaid: boolean }) {
  const { texts } = useTicketPage();
  return (
    <details class="cancel">
      <summary class="text-button">{texts.cancelTitle}</summary>
      <p>
        {texts.cancelQuestion} {isPaid && texts.cancelRefund}
      </p>
      <form method="post" action={action}>
        <button type="submit" class="button button--fault">
          {texts.cancelConfirm}
        </button>
      </form>
    </details>
  );
}
