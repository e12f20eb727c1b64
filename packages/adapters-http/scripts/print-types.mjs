// JSON Schemas of contracts as TypeScript types. What is shared (`$ref`) keeps its name; dates and large numbers become what
// superjson makes of them.

/** `{ id: string; at: Date }`. Formatting is the formatter's business. */
export function printType(schema) {
  if (schema.$ref !== undefined) return schema.$ref.replace(/^.*\//, '');
  if (schema['x-superjson'] !== undefined) return schema['x-superjson'];
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return union(schema.enum.map((value) => JSON.stringify(value)));
  if (schema.allOf !== undefined) return schema.allOf.map((part) => group(printType(part))).join(' & ');
  const options = schema.anyOf ?? schema.oneOf;
  if (options !== undefined) return union(options.map(printType));
  return Array.isArray(schema.type) ? union(schema.type.map((type) => printTyped({ ...schema, type }))) : printTyped(schema);
}

function printTyped(schema) {
  switch (schema.type) {
    case 'object':
      return printObject(schema);
    case 'array':
      return printList(schema);
    case 'integer':
      return 'number';
    case 'boolean':
    case 'null':
    case 'number':
    case 'string':
      return schema.type;
    default:
      return 'unknown';
  }
}

function printObject({ properties = {}, required = [], additionalProperties }) {
  const fields = Object.entries(properties);
  if (fields.length > 0) return `{ ${fields.map(([name, part]) => printField(name, part, required.includes(name))).join(' ')} }`;
  return `Record<string, ${typeof additionalProperties === 'object' ? printType(additionalProperties) : 'unknown'}>`;
}

function printField(name, schema, isRequired) {
  const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
  const type = printType(schema);
  return `${printComment(schema.description)}${key}${isRequired ? `: ${type}` : `?: ${union([type, 'undefined'])}`};`;
}

function printList({ items, prefixItems }) {
  if (prefixItems !== undefined) return `[${prefixItems.map(printType).join(', ')}]`;
  return typeof items === 'object' ? `${group(printType(items))}[]` : 'unknown[]';
}

/** A doc comment on a line of its own; nothing for no text. */
export function printComment(text) {
  return text === undefined ? '' : `\n/** ${text.replaceAll('*/', '*\\/')} */\n`;
}

function union(types) {
  const distinct = [...new Set(types)];
  return distinct.includes('unknown') ? 'unknown' : distinct.join(' | ');
}

function group(type) {
  return /^\w+$/.test(type) || /^\{[^{}]*\}$/.test(type) ? type : `(${type})`;
}
