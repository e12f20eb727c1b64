import { itemAnswer } from '@comptoir/core/keyed/keyed-contract.js';
import { PHOTO_BYTES_MAX } from '@comptoir/core/photos/photo-renderer.js';
import { expect } from 'chai';
import { aProduct, establishBeside, FIRST_PAGE } from '../../../suites/builders.js';
import { aPlainPicture } from '../../../support/service-deps.js';
import { type Answer, call, jsonOf, rawCall, rawStatus } from '../../call.js';
import { expectRefusal } from '../../refusal.js';
import { closeAll } from '../../serve.js';
import { API, type KeyedTill, openKeyedTill } from './shop-key.js';

describe('photos by key', () => {
  let till: KeyedTill;
  const change = (method: string, id: string, headers: Record<string, string> = {}, body?: Buffer | string) =>
    call(`${till.origin}${API}/catalogue/items/${id}/photo`, {
      method,
      body,
      headers: { Authorization: `Bearer ${till.keys.write}`, ...headers },
    });
  const put = (id: string, headers = {}, body: Buffer | string = aPlainPicture()) => change('PUT', id, headers, body);
  const itemIn = (answer: Answer) => {
    expect(answer.status, answer.text).to.equal(200);
    return itemAnswer.parse(jsonOf(answer)).item;
  };

  beforeEach(async () => {
    till = await openKeyedTill();
  });

  afterEach(closeAll);

  it('are uploaded, shown everywhere at once and taken away again', async () => {
    const uploaded = await put('galette', { 'Content-Type': 'image/png' });
    const { photo } = itemIn(uploaded);
    expect(uploaded.headers['etag']).to.equal('"2"');
    expect(photo).to.match(/^\/photos\/[0-9a-f]{64}-640\.webp$/);

    expect((await call(`${till.origin}${photo}`)).status).to.equal(200);
    expect((await till.ask('/catalogue')).text).to.include(`"photo":"${photo}"`);
    expect((await call(`${till.origin}/api/carte?slug=chez-lucie`)).text).to.include(`"photo":"${photo}"`);
    expect((await call(`${till.origin}/carte/chez-lucie`)).text).to.include(`src="${photo}"`);

    expect(itemIn(await change('DELETE', 'galette')).photo).to.equal(null);
    expect((await call(`${till.origin}/api/carte?slug=chez-lucie`)).text).not.to.include(photo);
    // Pages that were sent before still show it.
    expect((await call(`${till.origin}${photo}`)).status).to.equal(200);
  });

  it('are the same file for the same picture', async () => {
    const [one, same, other] = [
      itemIn(await put('galette')),
      itemIn(await put('cidre')),
      itemIn(await put('cidre', {}, aPlainPicture('x'))),
    ];
    expect(same.photo).to.equal(one.photo);
    expect(other.photo).not.to.equal(one.photo);
  });

  it('are what their bytes are, whatever they are called', async () => {
    for (const type of ['image/jpeg', 'image/svg+xml', 'text/html', 'application/json'])
      itemIn(await put('galette', { 'Content-Type': type }));
    for (const body of ['', '<svg xmlns="http://www.w3.org/2000/svg"/>', '{}']) {
      expectRefusal(await put('galette', { 'Content-Type': 'image/png' }, body), 415, 'unsupported_media_type');
    }
    expectRefusal(await put('galette', { 'Content-Encoding': 'gzip' }), 415, 'unsupported_media_type');
  });

  it('are refused beyond ten mebibytes, said or sent', async () => {
    const start = `PUT ${API}/catalogue/items/galette/photo HTTP/1.1\r\nHost: till\r\nAuthorization: Bearer ${till.keys.write}\r\n`;
    const said = await rawCall(till.origin, `${start}Connection: close\r\nContent-Length: ${PHOTO_BYTES_MAX + 1}\r\n\r\n`);
    expect(rawStatus(said)).to.equal(413);
    const chunk = Buffer.concat([Buffer.from('100000\r\n'), Buffer.alloc(0x100000), Buffer.from('\r\n')]);
    const chunks = Buffer.concat([...Array.from({ length: 11 }, () => chunk), Buffer.from('0\r\n\r\n')]);
    const sent = await rawCall(
      till.origin,
      Buffer.concat([Buffer.from(`${start}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n`), chunks]),
    );
    expect(rawStatus(sent)).to.equal(413);
    itemIn(await put('galette', {}, Buffer.concat([aPlainPicture(), Buffer.alloc(PHOTO_BYTES_MAX - 4)])));
  });

  it('need an item of the establishment that the till itself keeps, as its caller knows it', async () => {
    await till.catalogue.put(aProduct({ id: 'synced', managedBy: 'sync' }));
    const beside = await establishBeside(till.persistence, till);
    await till.persistence.transact(beside.scope, ({ products }) => products.create(beside.scope, [aProduct({ id: 'voisin' })]));
    for (const method of ['PUT', 'DELETE']) {
      const body = method === 'PUT' ? aPlainPicture() : undefined;
      for (const id of ['voisin', 'nothing', '%00']) expectRefusal(await change(method, id, {}, body), 404, 'unknown_item');
      expectRefusal(await change(method, 'synced', {}, body), 409, 'managed_by_sync');
      expectRefusal(await change(method, 'galette', { 'If-Match': '"9"' }, body), 412, 'stale');
      expectRefusal(await change(method, 'galette', { Authorization: `Bearer ${till.keys.read}` }, body), 403, 'insufficient_scope');
    }
    expect((await till.persistence.views.products.get(beside.scope, 'voisin'))?.photo).to.equal(null);
    expect((await till.persistence.views.products.get(till.scope, 'galette'))?.version).to.equal(1);
    expect(itemIn(await put('galette', { 'If-Match': '"9", "1"' })).photo).not.to.equal(null);
  });

  it('leave an entry in the audit log that says where the photo is', async () => {
    const { photo } = itemIn(await put('galette'));
    itemIn(await change('DELETE', 'galette'));
    const { items } = await till.persistence.views.audit.list(till.scope, FIRST_PAGE);
    expect(items.map(({ action, subjectId, input }) => [action, subjectId, input])).to.have.deep.members([
      ['keyed.setItemPhoto', 'galette', { photo }],
      ['keyed.deleteItemPhoto', 'galette', {}],
    ]);
  });

  it('give way to an address that is set afterwards', async () => {
    itemIn(await put('galette'));
    const address = 'https://shop.example/galette.jpg';
    expect(itemIn(await till.ask('/catalogue/items/galette', { method: 'PATCH', body: { photo: address } })).photo).to.equal(address);
  });
});
