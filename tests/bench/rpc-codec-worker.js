/** Times the codec of the wire and superjson on the same value: a page of a thousand records with two dates each. */
import { decode } from '@comptoir/adapters-http/rpc/decode.js';
import { encode } from '@comptoir/adapters-http/rpc/encode.js';
import superjson from 'superjson';
import './probe.js';

const REPEAT = 100;

const rows = Array.from({ length: 1000 }, (_, index) => ({
  id: `0197f000-0000-7000-8000-${String(index).padStart(12, '0')}`,
  name: `Formule ${index}`,
  priceCents: 1450 + index,
  note: index % 3 === 0 ? null : 'En semaine',
  tags: ['midi', 'soir'],
  createdAt: new Date(1_767_612_600_000 + index),
  changedAt: new Date(1_767_612_700_000 + index),
}));
const page = { items: rows, total: rows.length, page: 1 };
const text = encode(page);

process.on('message', ({ round }) => {
  if (round === undefined) return;
  process.send({
    write: { ours: microsOf(() => encode(page)), superjson: microsOf(() => superjson.stringify(page)) },
    read: { ours: microsOf(() => decode(JSON.parse(text))), superjson: microsOf(() => superjson.parse(text)) },
  });
});
process.channel.ref();
process.stdout.write('{}\n');

/** Microseconds of one of many. */
function microsOf(work) {
  const start = performance.now();
  for (let count = 0; count < REPEAT; count += 1) work();
  return ((performance.now() - start) * 1000) / REPEAT;
}
