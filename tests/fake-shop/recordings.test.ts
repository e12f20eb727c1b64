import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { type FakeShop, startFakeShop } from '../support/fake-shop/fake-shop.js';
import { call, read, recordsIn, type ShopRecordJson, withKey } from './shop-client.js';

/**
 * Compares the fake shop with recorded answers of real ones, where the folder of COMPTOIR_SHOP_RECORDINGS has them: which fields there are, of which
 * types, and what errors say. Without the folder there is nothing to compare with, and no test.
 */
const folder = process.env['COMPTOIR_SHOP_RECORDINGS'] ?? '';

const HANGING = 'associations';

/** Facts of other shops that no record of these happens to show. */
const ALSO_SEEN: Readonly<Record<string, readonly string[]>> = { manufacturer_name: ['boolean'] };

const RECORDED_ERRORS: Readonly<Record<string, string>> = {
  'error-27-resource.json': 'ordersx',
  'error-32-filter-without-date1.json': 'orders?filter[date_upd]=[2026-01-01,2026-02-01]',
  'error-35-display.json': 'orders?display=[nope]',
  'error-38-sort.json': 'orders?sort=[date_upd_ASC]',
};

if (folder !== '' && existsSync(folder)) describe('The fake shop beside recorded ones', compareAll);

function compareAll(): void {
  let elder: FakeShop;
  let younger: FakeShop;

  before(async () => {
    elder = await startFakeShop({ dialect: '1.6', orders: 200 });
    younger = await startFakeShop({ dialect: '1.7.8', orders: 200, languages: 1 });
  });
  after(async () => {
    await elder.close();
    await younger.close();
  });

  for (const file of readdirSync(folder).filter((name) => name.endsWith('.list-full.json'))) {
    const resource = file.split('.')[0] ?? '';
    // Of groups the fake shop has none.
    if (resource === 'groups') continue;
    it(`has the fields of ${file}`, async () => {
      const ours = recordsIn((await read(elder, `${resource}?display=full`)).json);
      expectSameShape(ours, recordsIn(recorded(file)));
    });
  }

  it('has the fields of records of 1.7.8', async () => {
    const lines = readFileSync(join(folder, 'records-1.7.8.jsonl'), 'utf8').trim().split('\n');
    for (const { stream, data } of lines.map((line) => JSON.parse(line) as { stream: string; data: ShopRecordJson })) {
      const ours = recordsIn((await read(younger, `${stream}?display=full`)).json);
      expect(keysOf(ours), stream).to.deep.equal(keysOf([data]));
      expectTypesOf(data, ours, stream);
    }
  });

  it('answers details and empty lists in the shapes that were recorded', async () => {
    const detail = (await read(elder, 'orders/1')).json as Record<string, ShopRecordJson>;
    const there = recorded('orders.detail-1.json') as Record<string, ShopRecordJson>;
    expectSameShape([detail['order'] ?? {}], [there['order'] ?? {}]);
    expect((await read(elder, 'orders?filter[id]=[999999]')).json).to.deep.equal(recorded('orders.empty.json'));
    const [id] = recordsIn((await read(elder, 'orders?limit=1')).json);
    expect(id).to.have.all.keys(...keysOf(recordsIn(recorded('orders.list-ids.json'))));
  });

  for (const [file, path] of Object.entries(RECORDED_ERRORS)) {
    it(`says what ${file} says`, async () => {
      expect(errorsIn((await read(elder, path)).json)).to.deep.equal(errorsIn(recorded(file)));
    });
  }

  it('refuses keys as was recorded', async () => {
    const asked = async (key: string) => errorsIn((await call(elder, 'orders?output_format=JSON', withKey(key))).json);
    expect(await asked('short')).to.deep.equal(errorsIn(recorded('error-18-key-format.json')));
    expect(await asked('X'.repeat(32))).to.deep.equal(errorsIn(recorded('error-20-21-key-unknown.json')));
    elder.permit(['orders']);
    expect(errorsIn((await read(elder, 'products')).json)).to.deep.equal(errorsIn(recorded('error-26-resource-not-allowed.json')));
    elder.permit(null);
  });
}

function recorded(file: string): unknown {
  return JSON.parse(readFileSync(join(folder, file), 'utf8'));
}

/** Codes, and what is said before the names of this shop's fields. */
function errorsIn(json: unknown): unknown {
  const { errors } = json as { errors: readonly { code: number; message: string }[] };
  return errors.map(({ code, message }) => ({ code, message: message.split(/ The full list| However/)[0] }));
}

/** Every field in both, and each of ours of a type that it has there; what hangs on records likewise, as far as ours have it. */
function expectSameShape(ours: readonly ShopRecordJson[], theirs: readonly ShopRecordJson[]): void {
  expect(keysOf(ours)).to.deep.equal(keysOf(theirs));
  for (const key of keysOf(ours)) {
    expect([...typesOf(theirs, key), ...(ALSO_SEEN[key] ?? [])], key).to.include.members(typesOf(ours, key));
  }
  const there = hanging(theirs);
  for (const [name, items] of hanging(ours)) {
    const known = there.get(name);
    if (known !== undefined) expectSameShape(items, known);
  }
}

function expectTypesOf(theirs: ShopRecordJson, ours: readonly ShopRecordJson[], stream: string): void {
  for (const [key, value] of Object.entries(theirs)) {
    if (key !== HANGING) expect(typesOf(ours, key), `${stream}.${key}`).to.include(typeOf(value));
  }
}

/** Without what hangs on the records, which is left out where nothing does. */
function keysOf(list: readonly ShopRecordJson[]): readonly string[] {
  return [...new Set(list.flatMap((record) => Object.keys(record)))].filter((key) => key !== HANGING).sort();
}

function typesOf(list: readonly ShopRecordJson[], key: string): readonly string[] {
  return [...new Set(list.map((record) => typeOf(record[key])))].sort();
}

function typeOf(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value;
}

function hanging(list: readonly ShopRecordJson[]): ReadonlyMap<string, readonly ShopRecordJson[]> {
  const found = new Map<string, ShopRecordJson[]>();
  for (const { associations = {} } of list) {
    for (const [name, items] of Object.entries(associations as Record<string, ShopRecordJson[]>)) {
      found.set(name, [...(found.get(name) ?? []), ...items]);
    }
  }
  return found;
}
