import type { CarteItem } from '@comptoir/core/carte/carte.js';
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { type BasketLine, LINE_NOTE_MAX, lineKey, lineOf } from '../basket.js';
import { type ChoiceFault, choiceFaults, firstChoices, unitPriceCents } from '../choices.js';
import { QUANTITY_MAX, roomFor } from '../remaining.js';
import type { Texts } from '../texts/texts.js';
import { OptionGroupFields } from './option-group-fields.js';
import { usePage } from './page-context.js';
import { Quantity } from './quantity.js';
import { VariantFields } from './variant-fields.js';

export interface ItemFormProps {
  readonly item: CarteItem;
  /** The line to change; null for a new one. */
  readonly line: BasketLine | null;
  /** What the basket holds, the line to change included. */
  readonly taken: readonly BasketLine[];
  /** What it stands in, whose classes it takes. */
  readonly block: 'sheet' | 'product';
  /** Stands before the fields. */
  readonly lead?: ComponentChildren;
  readonly onDone: (line: BasketLine) => void;
}

/** Where a guest chooses how an item is to be, and how many. */
export function ItemForm({ item, line, taken, block, lead, onDone }: ItemFormProps) {
  const { texts, money } = usePage();
  const [choices, setChoices] = useState(line ?? firstChoices(item));
  const [quantity, setQuantity] = useState(line?.quantity ?? 1);
  const [note, setNote] = useState(line?.note ?? '');
  const [tries, setTries] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  const noteId = useId();
  const faults = tries > 0 ? choiceFaults(item, choices) : [];
  const room = roomFor(item, choices.variantId, line === null ? taken : taken.filter((other) => lineKey(other) !== lineKey(line)));
  const wanted = Math.max(1, Math.min(quantity, room));

  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>('fieldset[data-fault] input:not(:disabled)')?.focus();
  }, [tries]);

  const groupFault = (groupId: string): string | undefined => {
    const fault = faults.find((candidate) => isAbout(candidate, groupId));
    return fault === undefined || fault.kind === 'no_variant' ? undefined : texts.groupFault(fault.group, fault.count);
  };

  const submit = () => {
    if (choiceFaults(item, choices).length > 0) {
      setTries(tries + 1);
      return;
    }
    if (room === 0) return;
    onDone(lineOf(item, choices, wanted, note));
    setQuantity(1);
    setNote('');
  };

  return (
    <form
      class={`${block}__form`}
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div class={`${block}__content`}>
        {lead}
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
      <div class={`${block}__foot`}>
        <p class="fault" role="alert">
          {faults.length > 0 && texts.choicesLeft(faults.length)}
        </p>
        <p class="item-form__taken" role="status">
          {limitInWords(item, choices.variantId, room, wanted, texts)}
        </p>
        <div class="item-form__actions">
          <Quantity label={texts.quantity} value={wanted} max={room} onChange={setQuantity} />
          <button type="submit" class="button" aria-disabled={room === 0}>
            <span>{line === null ? texts.add : texts.updateLine}</span>
            <span class="figure">{money(unitPriceCents(item, choices) * wanted)}</span>
          </button>
        </div>
      </div>
    </form>
  );
}

/** Why there can be no more of it; undefined where there can. */
function limitInWords(item: CarteItem, variantId: string | null, room: number, wanted: number, texts: Texts): string | undefined {
  if (room === 0) return roomFor(item, variantId, []) === 0 ? texts.soldOut : texts.allTaken;
  return wanted === room && room < QUANTITY_MAX ? texts.noMore : undefined;
}

function isAbout(fault: ChoiceFault, groupId: string): boolean {
  return fault.kind !== 'no_variant' && fault.group.id === groupId;
}
