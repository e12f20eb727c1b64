import type { ShopDatabase } from '../data/database.js';
import type { DialectTraits } from '../dialect.js';
import type { Poison } from '../faults/poison.js';
import { RESOURCE_NAMES, RESOURCES } from '../resources/all-resources.js';
import type { Look } from '../resources/look.js';
import { fieldsAt, type Resource, recordJson, type Shown } from '../resources/resource.js';
import {
  type Answer,
  bodyAnswer,
  didYouMean,
  emptyAnswer,
  type Format,
  inPrestashop,
  inputError,
  Refusal,
  refusalAnswer,
  sqlErrorAnswer,
} from './answer.js';
import { checkKey, givenKey, NO_CREDENTIALS, type ShopKeys } from './credentials.js';
import { findRows } from './list.js';
import { everything, type ListQuery, parseListQuery } from './query.js';
import { detailXml, idsXml, recordsXml, rootXml } from './xml.js';

/** A request to the web service. */
export interface ShopRequest {
  readonly method: string;
  /** What follows `/api`, such as `/orders/5`. */
  readonly path: string;
  readonly parameters: URLSearchParams;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

export interface Webservice {
  readonly db: ShopDatabase;
  readonly traits: DialectTraits;
  readonly keys: ShopKeys;
  readonly poison: Poison;
  /** `empty`: sorting gives nothing and says nothing, as with some versions of MySQL. */
  readonly sorting: 'works' | 'empty';
}

/** Answers as `WebserviceRequest` of the shop does. */
export function answerRequest(shop: Webservice, request: ShopRequest): Answer {
  const given = givenKey(header(request, 'authorization'), request.parameters);
  if (given === NO_CREDENTIALS) return unauthorized();
  const format = formatOf(request);
  try {
    checkKey(given, shop.keys);
    const answer = answerKnown(shop, request, format);
    return { ...answer, headers: { 'PSWS-Version': shop.traits.version, ...answer.headers } };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return refusalAnswer(error, format, shop.traits);
  }
}

function unauthorized(): Answer {
  const headers = {
    'WWW-Authenticate':
      'Basic realm="Welcome to PrestaShop Webservice, please enter the authentication key as the login. No password required."',
  };
  return { status: 401, type: 'text/html; charset=UTF-8', body: '401 Unauthorized', headers };
}

/** The header wins over the address. */
function formatOf(request: ShopRequest): Format {
  const asked = header(request, 'io-format') ?? header(request, 'output-format') ?? request.parameters.get('output_format') ?? 'XML';
  return asked.toUpperCase() === 'JSON' ? 'json' : 'xml';
}

function header(request: ShopRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}

function answerKnown(shop: Webservice, request: ShopRequest, format: Format): Answer {
  const [name = '', id] = request.path.split('/').filter((part) => part !== '');
  if (name === '') return rootAnswer(shop, format);
  checkResource(shop, name);
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    const message = `Method ${request.method} is not allowed for the resource ${name} with this authentication key`;
    throw new Refusal(405, { code: 25, message });
  }
  const resource = RESOURCES.get(name);
  if (resource === undefined) return bodyAnswer(format === 'json' ? '[]' : inPrestashop(`<${name}></${name}>`), format);
  return resource((known) =>
    id === undefined ? listAnswer(shop, known, request, format) : detailAnswer(shop, known, Number(id), request, format),
  );
}

function checkResource(shop: Webservice, name: string): void {
  if (!RESOURCE_NAMES.includes(name)) {
    throw inputError(shop.traits, 27, didYouMean(`Resource of type "${name}" does not exists`, name, RESOURCE_NAMES));
  }
  if (shop.keys.readable !== null && !shop.keys.readable.has(name)) {
    throw new Refusal(401, { code: 26, message: `Resource of type "${name}" is not allowed with this authentication key` });
  }
}

function rootAnswer(shop: Webservice, format: Format): Answer {
  const names = RESOURCE_NAMES.filter((name) => shop.keys.readable?.has(name) ?? true);
  if (format === 'xml') return bodyAnswer(rootXml(names), format);
  return shop.traits.jsonRoot === 'fatal' ? emptyAnswer(500) : bodyAnswer(JSON.stringify(names), format);
}

function listAnswer<Row extends { id: number }>(shop: Webservice, resource: Resource<Row>, request: ShopRequest, format: Format): Answer {
  const query = parseListQuery(resource, request.parameters, shop.traits);
  if (query.badColumn !== null) return sqlErrorAnswer(shop.traits, `Unknown column 'main.${query.badColumn}' in 'where clause'`);
  if (isRefusedSort(query, shop.traits)) return sqlErrorAnswer(shop.traits, "Column 'id' in order clause is ambiguous");
  const isEmptied = shop.sorting === 'empty' && query.sortedBy.length > 0;
  const rows = isEmptied ? [] : findRows(shop.db, resource, query);
  if (query.shown === null) return idsAnswer(resource, rows, format);
  const crash = shop.poison.crash(resource.name, rows);
  if (crash !== null) return crash;
  const look = lookFor(shop, request.parameters);
  return recordsAnswer(resource, rowsJson(shop, resource, rows, query.shown, look), format);
}

/** A name in several languages beside another column: the elder lineage joins a table that makes the other one ambiguous. */
function isRefusedSort<Row>(query: ListQuery<Row>, traits: DialectTraits): boolean {
  return traits.tellsSqlErrors && query.sortedBy.length > 1 && query.sortedBy.some((field) => field.local);
}

function rowsJson<Row extends { id: number }>(
  shop: Webservice,
  resource: Resource<Row>,
  rows: readonly Row[],
  shown: Shown<Row>,
  look: Look,
): string[] {
  return rows.map((row) => shop.poison.spoil(resource.name, row.id, recordJson(row, shown, look)));
}

function idsAnswer<Row extends { id: number }>(resource: Resource<Row>, rows: readonly Row[], format: Format): Answer {
  if (format === 'xml')
    return bodyAnswer(
      idsXml(
        resource,
        rows.map(({ id }) => id),
      ),
      format,
    );
  return recordsAnswer(
    resource,
    rows.map(({ id }) => `{"id":${id}}`),
    format,
  );
}

/** Nothing is a bare `[]`: the name of the resource goes with its records. */
function recordsAnswer<Row extends { id: number }>(resource: Resource<Row>, records: readonly string[], format: Format): Answer {
  if (format === 'xml') return bodyAnswer(recordsXml(resource, records), format);
  return bodyAnswer(records.length === 0 ? '[]' : `{"${resource.name}":[${records.join(',')}]}`, format);
}

function detailAnswer<Row extends { id: number }>(
  shop: Webservice,
  resource: Resource<Row>,
  id: number,
  request: ShopRequest,
  format: Format,
): Answer {
  const row = resource.byId(shop.db, id);
  if (row === undefined) return emptyAnswer(404);
  // With `display` a detail becomes a list of one id, whatever was to be displayed.
  if (request.parameters.has('display')) return idsAnswer(resource, [row], format);
  const crash = shop.poison.crash(resource.name, [row]);
  if (crash !== null) return crash;
  const shown = everything(resource, fieldsAt(resource, shop.traits.age));
  const [record = '{}'] = rowsJson(shop, resource, [row], shown, lookFor(shop, request.parameters));
  if (format === 'xml') return bodyAnswer(detailXml(resource, record), format);
  return bodyAnswer(`{"${resource.node}":${shop.traits.dropsFalsyInDetails ? withoutFalsy(record) : record}}`, format);
}

/** What PHP takes for false, at the top alone. */
function withoutFalsy(record: string): string {
  const fields = Object.entries(JSON.parse(record) as Record<string, unknown>);
  const isFalsy = (value: unknown) => !value || value === '0' || (Array.isArray(value) && value.length === 0);
  return JSON.stringify(Object.fromEntries(fields.filter(([, value]) => !isFalsy(value))));
}

function lookFor({ db, traits }: Webservice, parameters: URLSearchParams): Look {
  const all = [...db.languages.all()].map(({ id }) => id - 1);
  const asked = (parameters.get('language')?.match(/\d+/g) ?? []).map((id) => Number(id) - 1).filter((place) => all.includes(place));
  const languages = asked.length > 0 ? asked : all;
  return { db, traits, languages, plain: languages.length === 1 };
}
