import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Icon } from '../../components/icon.js';

/** What came of a form, in its place. Its title gets the focus, so that it is read out and reading goes on from there. */
export function Outcome({ title, children }: { title: string; children: ComponentChildren }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <p class="outcome__mark">
        <Icon name="check" />
      </p>
      <h1 class="manage__title" tabIndex={-1} ref={heading}>
        {title}
      </h1>
      {children}
    </>
  );
}
