import { useEffect, useRef } from 'preact/hooks';
import { CopyButton } from './copy-button.js';

interface ShownSecretProps {
  readonly title: string;
  readonly hint: string;
  readonly secret: string;
  readonly close: string;
  readonly onClose: () => void;
}

/** A secret that is shown this once: nothing keeps it, and closing it forgets it. */
export function ShownSecret({ title, hint, secret, close, onClose }: ShownSecretProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section class="secret">
      <h2 class="console__subtitle" tabIndex={-1} ref={heading}>
        {title}
      </h2>
      <p class="console__words">{hint}</p>
      <code class="secret__text">{secret}</code>
      <div class="tools">
        <CopyButton text={secret} about={title} />
        <button type="button" class="button button--inline" onClick={onClose}>
          {close}
        </button>
      </div>
    </section>
  );
}
