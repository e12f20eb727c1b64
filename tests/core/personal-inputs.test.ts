import { makeRegistry } from '@comptoir/core/kit/registry.js';
import { isPersonal, isSecret, personal } from '@comptoir/core/kit/secret.js';
import { ROUTERS } from '@comptoir/core/procedures.js';
import { expect } from 'chai';
import { z } from 'zod';

/** The routers whose calls tell something of clients. */
const ABOUT_CLIENTS = ['clients', 'invoices', 'newsletter', 'orders', 'payments', 'recurringInvoices'];

/** A field with such a name holds something of a person, whatever its contract. */
const NAME = /^(?:customer|buyer|e?mail|phone|firstName|lastName|birthday|vatNumber|note|customInputs|(?:\w*A|a)ddress(?:es)?)$/;

/**
 * The paths of fields that tell something of a person, by their name or by their form (a mail address, a postal address), where nothing on
 * the way to them is marked as personal or secret.
 */
function unmarked(schema: z.core.$ZodType, path: readonly string[] = []): readonly string[] {
  if (isPersonal(schema) || isSecret(schema)) return [];
  const { def } = schema._zod;
  const at = (inner: z.core.$ZodType) => unmarked(inner, path);
  if (isMailAddress(def)) return [path.join('.')];
  if (def.type === 'object') {
    const { shape } = def as z.core.$ZodObjectDef;
    if ('line1' in shape && 'postcode' in shape) return [path.join('.')];
    return Object.entries(shape).flatMap(([name, inner]) => ofField(inner, [...path, name]));
  }
  if (def.type === 'array') return at((def as z.core.$ZodArrayDef).element);
  if (def.type === 'union') return (def as z.core.$ZodUnionDef).options.flatMap(at);
  if (def.type === 'intersection') {
    const { left, right } = def as z.core.$ZodIntersectionDef;
    return [...at(left), ...at(right)];
  }
  if (def.type === 'pipe') {
    const { in: from, out: to } = def as z.core.$ZodPipeDef;
    return isMarked(schema) ? [] : [...at(from), ...at(to)];
  }
  return 'innerType' in def ? at(def.innerType as z.core.$ZodType) : [];
}

function ofField(schema: z.core.$ZodType, path: readonly string[]): readonly string[] {
  const isNamed = NAME.test(path.at(-1) ?? '');
  return isNamed && !isMarked(schema) ? [path.join('.')] : unmarked(schema, path);
}

/** It, or what it wraps. */
function isMarked(schema: z.core.$ZodType): boolean {
  if (isPersonal(schema) || isSecret(schema)) return true;
  const { def } = schema._zod;
  if (def.type === 'pipe') return [(def as z.core.$ZodPipeDef).in, (def as z.core.$ZodPipeDef).out].some(isMarked);
  return 'innerType' in def && isMarked(def.innerType as z.core.$ZodType);
}

function isMailAddress(def: z.core.$ZodTypeDef): boolean {
  return def.type === 'string' && 'format' in def && def.format === 'email';
}

describe('what calls tell of clients', () => {
  it('is marked as personal in every mutation, so that it never gets into the audit log', () => {
    const mutations = makeRegistry(ROUTERS)
      .all()
      .filter(([name, { type }]) => type === 'mutation' && ABOUT_CLIENTS.includes(name.split('.')[0] ?? ''));

    expect(mutations.length).to.be.greaterThan(60);
    expect(mutations.flatMap(([name, { input }]) => unmarked(input).map((field) => `${name}: ${field}`))).to.deep.equal([]);
  });

  it('is found by its name or its form, however deep, until it is marked', () => {
    const address = z.object({ line1: z.string(), postcode: z.string() });
    const fields = (mark: <Schema extends z.ZodType>(schema: Schema) => Schema) =>
      z.object({
        billingAddress: mark(z.string().nullable()).optional(),
        home: mark(address).nullable().default(null),
        to: mark(z.email()).optional(),
        people: z.array(z.union([z.object({ phone: mark(z.string()) }), z.object({ id: z.string() })])),
      });

    expect(unmarked(fields((schema) => schema))).to.deep.equal(['billingAddress', 'home', 'to', 'people.phone']);
    expect(unmarked(fields(personal))).to.deep.equal([]);
  });
});
