import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { listeningAddress } from '../support/listening.js';

const PAGE = new URL('../../../docs/embedding.md', import.meta.url);

describe('docs/embedding.md', () => {
  let folder = '';
  let server: Server;
  let address = '';

  before(async () => {
    const code = /```js\n(.*?)```/s.exec(await readFile(PAGE, 'utf8'))?.[1];
    if (code === undefined) throw new Error('The page shows no code.');
    // Inside the workspace, so that the packages are found as a user's project would find them.
    folder = await mkdtemp(join(fileURLToPath(new URL('.', import.meta.url)), 'embedding-'));
    const file = join(folder, 'host.mjs');
    await writeFile(file, code);
    process.env.PORT = '0';
    const host: { server: Server } = await import(pathToFileURL(file).href);
    server = host.server;
    address = await listeningAddress(server);
  });

  after(async () => {
    process.env.PORT = undefined;
    server.close();
    await rm(folder, { recursive: true });
  });

  const order = (body: unknown) =>
    fetch(`${address}/orders`, { method: 'POST', body: JSON.stringify(body) }).then((answer) => answer.json());

  it('shows a host that serves the menu', async () => {
    const carte = await (await fetch(`${address}/menu`)).json();
    expect(carte).to.deep.include({ slug: 'corner', name: 'Corner Café' });
    expect(carte).to.have.nested.property('items[0].price', 2.5);
  });

  it('shows a host that takes orders, at the prices of the menu', async () => {
    const placed = await order({ items: [{ id: 'coffee', quantity: 3, price: 0 }], customer: { name: 'Ada' } });
    expect(placed).to.deep.include({ number: '001', status: 'queued', total: 7.5 });
  });

  it('shows a host that answers refusals by their code', async () => {
    expect(await order({ items: [{ id: 'tea' }], customer: { name: 'Ada' } })).to.deep.equal({ error: 'empty_order' });
    expect(await order({ items: [] })).to.deep.equal({ error: 'invalid_request' });
  });
});
