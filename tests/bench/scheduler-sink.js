/** The handler of the subject `scheduler`: says on `{ask: 'calls'}` how late each call came, and how many came twice, and forgets them. */
import { createServer } from 'node:http';

let lateness = [];
let twice = 0;
const seen = new Set();

const server = createServer((request, response) => {
  const at = Date.now();
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const { name, due_at: dueAt } = JSON.parse(Buffer.concat(chunks));
    const key = `${name} ${dueAt}`;
    if (seen.has(key)) twice += 1;
    seen.add(key);
    lateness.push(at - Date.parse(dueAt));
    response.end();
  });
}).listen(0, '127.0.0.1', () => process.stdout.write(`${JSON.stringify({ port: server.address().port })}\n`));

process.on('message', () => {
  process.send({ lateness, twice });
  lateness = [];
  twice = 0;
});
