import { itemRecord } from '@comptoir/core/keyed/item-contract.js';
import { expect } from 'chai';
import { aProduct, aVariant, minutesAfter, NOON } from '../../../suites/builders.js';
import { type Answer, jsonOf } from '../../call.js';
import { expectRefusal, faultyPaths } from '../../refusal.js';
import { closeAll } from '../../serve.js';
import { type KeyedTill, openKeyedTill } from './shop-key.js';

const ITEMS = '/catalogue/items';
const GALETTE = `${ITEMS}/galette`;
const CREPE = { name: 'Crêpe', price: 4.2, vatRate: 10, sku: 'CRE-1' };

function itemIn(answer: Answer, status = 200) {
  expect(answer.status, answer.text).to.equal(status);
  const { ok, item } = jsonOf(answer);
  expect(ok).to.equal(true);
  const parsed = itemRecord.parse(item);
  expect(item).to.deep.equal(parsed);
  return parsed;
}

describe('items by key', () => {
  let till: KeyedTill;
  const patch = (body: unknown, headers: Record<string, string> = {}) => till.ask(GALETTE, { method: 'PATCH', body, headers });
  const post = (body: unknown, idempotencyKey?: string) =>
    till.ask(ITEMS, { method: 'POST', body, headers: idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey } });
  const names = async () => (jsonOf(await till.ask('/catalogue'))['items'] as { name: string }[]).map(({ name }) => name);
  const audited = async () => (await till.persistence.views.audit.list(till.scope, { page: 1, pageSize: 50 })).items;

  beforeEach(async () => {
    till = await openKeyedTill();
  });

  afterEach(closeAll);

  describe('created', () => {
    it('are answered whole, with where they stand, and are in the catalogue at once', async () => {
      const answer = await post(CREPE);
      const item = itemIn(answer, 201);
      expect(item).to.include({ ...CREPE, visible: true, available: true, managedBy: 'till' });
      expect(answer.headers.etag).to.equal('"1"');
      expect(itemIn(await till.ask(`${ITEMS}/${item.id}`))).to.deep.equal(item);
      expect(await names()).to.include('Crêpe');
    });

    it('are refused where a field is wrong, missing or unknown, and nothing is made', async () => {
      const before = await names();
      expect(faultyPaths(expectRefusal(await post({ price: 1.234 }), 400, 'invalid_request'))).to.have.members(['name', 'price']);
      expectRefusal(await post({ ...CREPE, managedBy: 'sync' }), 400, 'invalid_request');
      expectRefusal(await post([]), 400, 'invalid_request');
      expectRefusal(await post('{'), 400, 'invalid_json');
      expectRefusal(await till.ask(ITEMS, { method: 'POST' }), 415, 'unsupported_media_type');
      expectRefusal(await post({ ...CREPE, description: 'x'.repeat(1024 * 1024) }), 413, 'payload_too_large');
      expectRefusal(await post({ ...CREPE, categoryId: 'nowhere' }), 422, 'unknown_category');
      const impossible = { name: 'Sauce', min: 2, max: 1, options: [{ name: 'Aïoli', price: 0 }] };
      expectRefusal(await post({ ...CREPE, optionGroups: [impossible] }), 422, 'invalid_options');
      expect(await names()).to.deep.equal(before);
      expect(await audited()).to.deep.equal([]);
    });

    it('have codes of their own', async () => {
      itemIn(await post(CREPE), 201);
      expectRefusal(await post({ ...CREPE, name: 'Autre' }), 409, 'duplicate_sku');
    });

    it('are made once under one idempotency key, and answered the same again', async () => {
      const first = await post(CREPE, 'k1');
      const again = await post({ vatRate: 10, sku: 'CRE-1', price: 4.2, name: 'Crêpe' }, '"k1"');
      expect(again.text).to.equal(first.text);
      expect([again.status, again.headers['idempotent-replayed'], again.headers.etag]).to.deep.equal([201, 'true', first.headers.etag]);
      expect(first.headers['idempotent-replayed']).to.equal(undefined);
      expect((await names()).filter((name) => name === 'Crêpe')).to.have.length(1);
      expect(await audited()).to.have.length(1);
    });

    it('are refused under an idempotency key that came with another body, and taken under another one of ours', async () => {
      itemIn(await post(CREPE, 'k1'), 201);
      expectRefusal(await post({ ...CREPE, price: 5 }, 'k1'), 422, 'idempotency_key_reused');
      expectRefusal(await post(CREPE, 'with space'), 400, 'invalid_request');
      itemIn(await post({ ...CREPE, sku: '' }, 'k2'), 201);
    });

    it('may be sent again under the same idempotency key when they were refused', async () => {
      expectRefusal(await post({ ...CREPE, price: -1 }, 'k1'), 400, 'invalid_request');
      expectRefusal(await post({ ...CREPE, categoryId: 'nowhere' }, 'k1'), 422, 'unknown_category');
      itemIn(await post(CREPE, 'k1'), 201);
    });

    it('are in the audit log with the key that made them', async () => {
      const { id } = itemIn(await post(CREPE), 201);
      const [entry] = await audited();
      expect(entry).to.deep.include({
        tenantId: till.scope.tenantId,
        siteId: till.scope.siteId,
        actor: `key:${till.keys.write.split('_')[1]}`,
        action: 'keyed.createItem',
        subjectId: id,
        address: '127.0.0.1',
      });
      expect(entry?.input).to.deep.equal(CREPE);
    });
  });

  describe('read', () => {
    it('have a strong tag that changes with them, and with the clock that puts them back on sale', async () => {
      await till.catalogue.put(aProduct({ id: 'far', version: 4, soldOutUntil: minutesAfter(NOON, 1) }));
      const soldOut = await till.ask(`${ITEMS}/far`);
      expect(itemIn(soldOut).available).to.equal(false);
      const headers = { 'If-None-Match': soldOut.headers.etag ?? '' };
      expect((await till.ask(`${ITEMS}/far`, { headers })).status).to.equal(304);
      till.clock.advance(60_000);
      const onSale = await till.ask(`${ITEMS}/far`, { headers });
      expect(itemIn(onSale).available).to.equal(true);
      expect(onSale.headers.etag).to.equal('"4"');
      expect(onSale.headers['cache-control']).to.equal('private, no-cache');
    });

    it('are unknown under ids that nothing has', async () => {
      for (const id of ['nothing', '%00', '%F0%9F%8C%BB', 'x'.repeat(65), '..%2Fgalette']) {
        expectRefusal(await till.ask(`${ITEMS}/${id}`), 404, 'unknown_item');
      }
    });
  });

  describe('changed', () => {
    it('change in what was sent and in nothing else', async () => {
      const before = itemIn(await till.ask(GALETTE));
      till.clock.advance(1000);
      const after = itemIn(await patch({ price: 10.05, description: 'Au sarrasin' }));
      expect(after).to.deep.equal({ ...before, price: 10.05, description: 'Au sarrasin', updatedAt: after.updatedAt });
      expect(after.updatedAt).not.to.equal(before.updatedAt);
      expect(itemIn(await till.ask(GALETTE))).to.deep.equal(after);
    });

    it('lose description, sku and barcode by the empty text', async () => {
      itemIn(await patch({ description: 'x', sku: 'S', barcode: 'B' }));
      expect(itemIn(await patch({ description: '', sku: '', barcode: '' }))).to.include({ description: null, sku: null, barcode: null });
    });

    it('take a new list of variants, which keep what only the till knows of them', async () => {
      await till.catalogue.put(aProduct({ id: 'galette', variants: [aVariant({ id: 'xl', syncKey: 'K', sku: 'S' })] }));
      const { variants } = itemIn(
        await patch({
          variants: [
            { id: 'xl', name: 'XL', price: 8 },
            { name: 'S', price: 3 },
          ],
        }),
      );
      expect(variants.map(({ name, price, sku }) => [name, price, sku])).to.deep.equal([
        ['XL', 8, 'S'],
        ['S', 3, null],
      ]);
      const stored = await till.services.views.products.get(till.scope, 'galette');
      expect(stored?.variants[0]?.syncKey).to.equal('K');
    });

    it('are refused with fields that are unknown or not for the caller to set, each by name', async () => {
      const { details } = expectRefusal(await patch({ priceCents: 1, updatedAt: 'now' }), 400, 'invalid_request');
      expect(JSON.stringify(details)).to.include('priceCents').and.include('updatedAt');
    });

    it('change only from the version the caller has seen', async () => {
      const { headers } = await till.ask(GALETTE);
      const seen = { 'If-Match': headers.etag ?? '' };
      const changed = await patch({ name: 'A' }, seen);
      expect(itemIn(changed).name).to.equal('A');
      expectRefusal(await patch({ name: 'B' }, seen), 412, 'stale');
      expect(itemIn(await patch({ name: 'C' }, { 'If-Match': changed.headers.etag ?? '' })).name).to.equal('C');
      expect(itemIn(await patch({ name: 'D' }, { 'If-Match': '"1", "3"' })).name).to.equal('D');
      expect(itemIn(await patch({ name: 'E' }, { 'If-Match': '*' })).name).to.equal('E');
      for (const other of ['"1", "2"', 'W/"5"', '5', '"abc"', '""']) {
        expectRefusal(await patch({ name: 'F' }, { 'If-Match': other }), 412, 'stale');
      }
    });

    it('are refused when an online shop keeps them', async () => {
      await till.catalogue.put(aProduct({ id: 'galette', managedBy: 'sync' }));
      expectRefusal(await patch({ name: 'A' }), 409, 'managed_by_sync');
      expectRefusal(await till.ask(GALETTE, { method: 'DELETE' }), 409, 'managed_by_sync');
      expect(itemIn(await till.ask(GALETTE)).managedBy).to.equal('sync');
    });

    it('are unknown when they are not there', async () => {
      expectRefusal(await till.ask(`${ITEMS}/nothing`, { method: 'PATCH', body: {} }), 404, 'unknown_item');
    });
  });

  describe('deleted', () => {
    const remove = (headers: Record<string, string> = {}): Promise<Answer> => till.ask(GALETTE, { method: 'DELETE', headers });

    it('are gone, and the log says who did it', async () => {
      expect(jsonOf(await remove())).to.deep.equal({ ok: true, deleted: 'galette' });
      expectRefusal(await till.ask(GALETTE), 404, 'unknown_item');
      expectRefusal(await remove(), 404, 'unknown_item');
      expect(await names()).to.deep.equal(['Cidre']);
      expect((await audited()).map(({ action, subjectId }) => [action, subjectId])).to.deep.equal([['keyed.deleteItem', 'galette']]);
    });

    it('are kept when they have changed since the caller looked', async () => {
      const { headers } = await till.ask(GALETTE);
      itemIn(await patch({ name: 'A' }));
      expectRefusal(await remove({ 'If-Match': headers.etag ?? '' }), 412, 'stale');
    });

    it('are kept when they are the last of the menu', async () => {
      await remove();
      expectRefusal(await till.ask(`${ITEMS}/cidre`, { method: 'DELETE' }), 409, 'last_item');
    });
  });
});
