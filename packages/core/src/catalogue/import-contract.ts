import { z } from 'zod';
import { bundleSchema, newPlainFields, optionGroupsSchema, plainFields, variantsSchema } from './product-fields.js';

export type ImportContract = ReturnType<typeof importContract>;

/** What a line of an import may say of a new product and of one that exists; variants and options without an id get one. */
export function importContract(makeId: () => string) {
  const withIds = (list: unknown) => identified(list, makeId);
  const variants = z.preprocess(withIds, variantsSchema);
  const optionGroups = z.preprocess(withIds, optionGroupsSchema);
  return {
    created: z.object({
      ...newPlainFields,
      variants: variants.default([]),
      optionGroups: optionGroups.default([]),
      bundle: bundleSchema.default([]),
    }),
    changed: z.object({ ...plainFields, variants, optionGroups, bundle: bundleSchema }).partial(),
  };
}

/** The list with an id in every member, and in their options; what is no list of objects is left for the contract to refuse. */
function identified(list: unknown, makeId: () => string): unknown {
  if (!Array.isArray(list)) return list;
  return list.map((member: unknown) => {
    if (typeof member !== 'object' || member === null) return member;
    const options = 'options' in member ? { options: identified(member.options, makeId) } : {};
    return { id: makeId(), ...member, ...options };
  });
}
