import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { Icon } from './icon.js';
import { usePage } from './page-context.js';

export interface DialogProps {
  readonly title: ComponentChildren;
  readonly kind: 'item' | 'checkout';
  /** Called once it is closed, by whichever means; the owner then stops rendering it. */
  readonly onClosed: () => void;
  /** Gets what closes the dialog. Closing that way, not by unmounting, gives the focus back to where it was. */
  readonly children: (close: () => void) => ComponentChildren;
}

/** A modal sheet on the native element, which brings the focus trap, Escape and the inert page behind it. */
export function Dialog({ title, kind, onClosed, children }: DialogProps) {
  const { texts } = usePage();
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const titleId = useId();
  const close = () => dialog.current?.close();

  useEffect(() => {
    if (dialog.current?.open !== false) return;
    dialog.current.showModal();
    // Reading starts at the title; the browser would start at the close button.
    heading.current?.focus();
  }, []);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside the sheet is a shortcut; Escape and the close button do the same
    <dialog
      ref={dialog}
      class={`sheet sheet--${kind}`}
      aria-labelledby={titleId}
      onClose={onClosed}
      onClick={(event) => {
        if (event.target === dialog.current) close();
      }}
    >
      <div class="sheet__page">
        <header class="sheet__head">
          <h2 class="sheet__title" id={titleId} tabIndex={-1} ref={heading}>
            {title}
          </h2>
          <button type="button" class="icon-button" onClick={close}>
            <Icon name="close" />
            <span class="visually-hidden">{texts.close}</span>
          </button>
        </header>
        {children(close)}
      </div>
    </dialog>
  );
}
