import type { CarteItem } from '@comptoir/core/carte/carte.js';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { type BasketLine, LINE_NOTE_MAX, lineOf } from '../basket.js';
import { type ChoiceFault, choiceFaults, firstChoices, unitPriceCents } from '../choices.js';
import { shownPhoto } from '../menu-sections.js';
import { Allergens } from './allergens.js';
import { Dialog } from './dialog.js';
import { OptionGroupFields } from './option-group-fields.js';
import { usePage } from './page-context.js';
import { Quantity } from './quantity.js';
import { VariantFields } from './variant-fields.js';

export interface ItemDialogProps {
  readonly item: CarteItem;
  /** The line to change; null for a new one. */
  readonly line: BasketLine | null;
  readonly onDone: (line: BasketLine) => void;
  readonly onClosed: () => void;
}

/** Where a guest chooses how an item is to be. */
export function ItemDialog({ item, line, onDone, onClosed }: ItemDialogProps) {
  const { texts, contentLang, money } = usePage();
  const [choices, setChoices] = useState(line ?? firstChoices(item));
  const [quantity, setQuantity] = useState(line?.quantity ?? 1);
  const [note, setNote] = useState(line?.note ?? '');
  const [tries, setTries] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  const noteId = useId();
  const faults = tries > 0 ? choiceFaults(item, choices) : [];
  const photo = shownPhoto(item.photo);

  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>('fieldset[data-fault] input')?.focus();
  }, [tries]);

  const groupFault = (groupId: string): string | undefined => {
    const fault = faults.find((candidate) => isAbout(candidate, groupId));
    return fault === undefined || fault.kind === 'no_variant' ? undefined : texts.groupFault(fault.group, fault.count);
  };

  const submit = (close: () => void) => {
    if (choiceFaults(item, choices).length > 0) {
      setTries(tries + 1);
      return;
    }
    onDone(lineOf(item, choices, quantity, note));
    close();
  };

  return (
    <Dialog kind="item" title={<span lang={contentLang}>{item.name}</span>} onClosed={onClosed}>
      {(close) => (
        <form
          class="sheet__form"
          ref={form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            submit(close);
          }}
        >
          <div class="sheet__content">
            {photo !== null && <img class="sheet__photo" src={photo} alt="" width="160" height="160" />}
            {item.description !== null && (
              <p class="sheet__words" lang={contentLang}>
                {item.description}
              </p>
            )}
            <Allergens allergens={item.allergens} />
            {item.variants.length > 0 && (
              <VariantFields
                variants={item.variants}
                chosen={choices.variantId}
                fault={faults.some(({ kind }) => kind === 'no_variant') ? texts.variantFault : undefined}
                onChoose={(variantId) => setChoices({ ...choices, variantId })}
              />
            )}
            {item.optionGroups.map((group) => (
              <OptionGroupFields
                key={group.id}
                group={group}
                chosen={choices.optionIds}
                fault={groupFault(group.id)}
                onChoose={(optionIds) => setChoices({ ...choices, optionIds })}
              />
            ))}
            <div class="field">
              <label for={noteId}>
                {texts.lineNote} <span class="field__optional">{texts.optional}</span>
              </label>
              <input
                id={noteId}
                type="text"
                value={note}
                maxLength={LINE_NOTE_MAX}
                placeholder={texts.lineNoteHint}
                autoComplete="off"
                onInput={(event) => setNote(event.currentTarget.value)}
              />
            </div>
          </div>
          <div class="sheet__foot">
            <p class="fault" role="alert">
              {faults.length > 0 && texts.choicesLeft(faults.length)}
            </p>
            <div class="sheet__actions">
              <Quantity label={texts.quantity} value={quantity} onChange={setQuantity} />
              <button type="submit" class="button">
                <span>{line === null ? texts.add : texts.updateLine}</span>
                <span class="figure">{money(unitPriceCents(item, choices) * quantity)}</span>
              </button>
            </div>
          </div>
        </form>
      )}
    </Dialog>
  );
}

function isAbout(fault: ChoiceFault, groupId: string): boolean {
  return fault.kind !== 'no_variant' && fault.group.id === groupId;
}
