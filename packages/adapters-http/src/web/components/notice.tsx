import type { ComponentChildren } from 'preact';

/** A few lines set apart from the page. */
export function Notice({ tone, children }: { tone: 'quiet' | 'warm' | 'alert'; children: ComponentChildren }) {
  return <div class={`notice notice--${tone}`}>{children}</div>;
}
