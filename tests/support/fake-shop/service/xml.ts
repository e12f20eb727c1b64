import { inPrestashop } from './answer.js';

/** Answers in XML, which is what the shop speaks unless it is asked for JSON. */

interface Named {
  readonly name: string;
  readonly node: string;
}

/** The verbs that the key may use, by resource. */
export function rootXml(names: readonly string[]): string {
  const nodes = names.map((name) => `<${name} xlink:href="/api/${name}" get="true" put="false" post="false" delete="false" head="true"/>`);
  return inPrestashop(`<api shopName="Fake shop">\n${nodes.join('\n')}\n</api>`);
}

export function idsXml({ name, node }: Named, ids: readonly number[]): string {
  const nodes = ids.map((id) => `<${node} id="${id}" xlink:href="/api/${name}/${id}"/>`);
  return inPrestashop(`<${name}>\n${nodes.join('\n')}\n</${name}>`);
}

/** The records are those of an answer in JSON. */
export function recordsXml({ name, node }: Named, records: readonly string[]): string {
  const nodes = records.map((record) => element(node, JSON.parse(record)));
  return inPrestashop(`<${name}>\n${nodes.join('\n')}\n</${name}>`);
}

export function detailXml({ node }: Named, record: string): string {
  return inPrestashop(element(node, JSON.parse(record)));
}

function element(name: string, value: unknown): string {
  if (Array.isArray(value)) return `<${name} nodeType="${name}">${value.map((each) => listed(name, each)).join('')}</${name}>`;
  if (typeof value === 'object' && value !== null) {
    const inner = Object.entries(value).map(([key, each]) => element(key, each));
    return `<${name}>${inner.join('')}</${name}>`;
  }
  return `<${name}><![CDATA[${value === null || value === false ? '' : value}]]></${name}>`;
}

/** Texts in several languages, and what hangs on a record. */
function listed(name: string, item: unknown): string {
  if (typeof item === 'object' && item !== null && 'value' in item && 'id' in item) {
    return `<language id="${item.id}"><![CDATA[${item.value}]]></language>`;
  }
  return element(name.replace(/ies$/, 'y').replace(/s$/, ''), item);
}
