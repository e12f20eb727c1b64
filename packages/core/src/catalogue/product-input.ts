import type { z } from 'zod';
import { DomainError } from '../kit/errors.js';
import type { optionGroupInputs, productCreate } from './catalogue-contract.js';
import type { OptionGroup } from './item.js';
import type { ProductFields } from './products-service.js';

type MakeId = () => string;

/** A product as a person creates it: kept by the till, its variants, groups and options under new ids. */
export function newFieldsOf(input: z.output<typeof productCreate>, makeId: MakeId): ProductFields {
  return {
    ...input,
    managedBy: 'till',
    externalId: null,
    defaultVendorId: null,
    variants: input.variants.map((variant) => ({ ...variant, id: makeId(), externalId: null })),
    optionGroups: optionGroupsOf([], input.optionGroups, makeId),
  };
}

type OptionGroupInputs = z.output<typeof optionGroupInputs>;

/** The groups that were sent; what has no id gets one. Throws `unknown_record` for an id that the product does not have. */
export function optionGroupsOf(before: readonly OptionGroup[], inputs: OptionGroupInputs, makeId: MakeId): readonly OptionGroup[] {
  const groups = idsOf(before);
  const options = idsOf(before.flatMap((group) => group.options));
  return inputs.map((group) => ({
    ...group,
    id: knownId(groups, group.id) ?? makeId(),
    options: group.options.map((option) => ({ ...option, id: knownId(options, option.id) ?? makeId() })),
  }));
}

function idsOf(records: readonly { readonly id: string }[]): ReadonlySet<string> {
  return new Set(records.map(({ id }) => id));
}

function knownId(known: ReadonlySet<string>, id: string | undefined): string | undefined {
  if (id !== undefined && !known.has(id)) throw new DomainError('unknown_record');
  return id;
}
