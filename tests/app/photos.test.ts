import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { itemAnswer } from '@comptoir/core/keyed/keyed-contract.js';
import { expect } from 'chai';
import { aPhoneJpeg } from '../support/pictures.js';
import { comptoir, endAll, start } from './program.js';
import { DISH, dataDirectory, removeDirectories, SLUG } from './till.js';
import { AGENT } from './till-api.js';

describe('photos on the bundled server', function () {
  this.timeout(60_000);
  afterEach(endAll);
  after(removeDirectories);

  it('are rendered, kept in the data directory and still there after a restart', async () => {
    const environment = { COMPTOIR_DATA_DIR: await dataDirectory() };
    const program = start(['serve'], environment);
    const { storefront = '' } = await program.ready;
    const made = await comptoir(['keys', 'create', '--site', SLUG, '--scope', 'write', '--name', 'photos', '--json'], environment);
    const headers = { ...AGENT, Authorization: `Bearer ${JSON.parse(made.stdout).key}` };
    const put = async (body: Uint8Array<ArrayBuffer> | string) =>
      fetch(`${storefront}/api/v1/catalogue/items/${DISH}/photo`, { method: 'PUT', headers, body: new Blob([body]) });

    expect((await put('<svg xmlns="http://www.w3.org/2000/svg"/>')).status).to.equal(415);
    const { item } = itemAnswer.parse(await (await put(Uint8Array.from(await aPhoneJpeg(900, 600)))).json());

    expect(item.photo).to.match(/-600\.webp$/);
    const hash = String(item.photo).slice(8, 72);
    const folder = join(environment.COMPTOIR_DATA_DIR, 'photos', hash.slice(0, 2));
    expect((await readdir(folder)).sort()).to.deep.equal([`${hash}-320.webp`, `${hash}-600.webp`]);

    program.kill('SIGTERM');
    await program.ended;
    const again = await start(['serve'], environment).ready;
    const answer = await fetch(`${again.storefront}${item.photo}`, { headers: AGENT });
    expect([answer.status, answer.headers.get('content-type')]).to.deep.equal([200, 'image/webp']);
    expect((await answer.arrayBuffer()).byteLength).to.be.greaterThan(50);
  });
});
