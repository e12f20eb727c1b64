import type { ComponentChildren, VNode } from 'preact';
import { useId } from 'preact/hooks';

export interface FieldFrameProps {
  readonly label: string;
  /** The word that says that it may stay empty; without it the field is required. */
  readonly optional?: string | undefined;
  readonly hint?: string | undefined;
  /** What is wrong with it, in words. */
  readonly fault: string | undefined;
}

/** What ties a control to the words around it. */
export interface ControlAttributes {
  readonly id: string;
  readonly required: boolean;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string | undefined;
}

interface FrameProps extends FieldFrameProps {
  /** Stands on the line of the label. */
  readonly beside?: ComponentChildren;
  readonly children: (control: ControlAttributes) => VNode;
}

/** The words around a control. What is wrong with it is said below it and read out with it. */
export function FieldFrame({ label, optional, hint, fault, beside, children }: FrameProps) {
  const id = useId();
  const described = [hint === undefined ? '' : `${id}-hint`, fault === undefined ? '' : `${id}-fault`].join(' ').trim();
  return (
    <div class="field">
      <label for={id}>
        {label} {optional !== undefined && <span class="field__optional">{optional}</span>}
      </label>
      {children({
        id,
        required: optional === undefined,
        'aria-invalid': fault !== undefined,
        'aria-describedby': described === '' ? undefined : described,
      })}
      {beside}
      {hint !== undefined && (
        <p class="field__hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {fault !== undefined && (
        <p class="fault" id={`${id}-fault`}>
          {fault}
        </p>
      )}
    </div>
  );
}
