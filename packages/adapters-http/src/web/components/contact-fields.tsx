import type { CheckoutForm, FieldName } from '../checkout.js';
import { Field } from './field.js';
import { usePage } from './page-context.js';

export interface ContactFieldsProps {
  readonly form: CheckoutForm;
  readonly set: (part: Partial<CheckoutForm>) => void;
  readonly inWords: (name: FieldName) => string | undefined;
}

export function ContactFields({ form, set, inWords }: ContactFieldsProps) {
  const { texts } = usePage();
  return (
    <fieldset class="choices">
      <legend class="choices__title">{texts.contact}</legend>
      <Field
        label={texts.name}
        name="name"
        autoComplete="name"
        value={form.name}
        onValue={(name) => set({ name })}
        fault={inWords('name')}
      />
      <div class="field-pair">
        <Field
          label={texts.phoneField}
          name="phone"
          optional={texts.optional}
          type="tel"
          autoComplete="tel"
          hint={texts.phoneHint}
          value={form.phone}
          onValue={(phone) => set({ phone })}
          fault={inWords('phone')}
        />
        <Field
          label={texts.email}
          name="email"
          optional={texts.optional}
          type="email"
          autoComplete="email"
          value={form.email}
          onValue={(email) => set({ email })}
          fault={inWords('email')}
        />
      </div>
      <Field
        label={texts.orderNote}
        name="note"
        optional={texts.optional}
        type="textarea"
        hint={texts.orderNoteHint}
        value={form.note}
        onValue={(note) => set({ note })}
        fault={inWords('note')}
      />
    </fieldset>
  );
}
