import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** A name server that says of every name that it is this machine. */
export interface LoopbackDns {
  /** `127.0.0.1:5353` */
  readonly address: string;
  close(): Promise<void>;
}

const HEADER_BYTES = 12;
const TYPE_A = 1;

export async function startLoopbackDns(): Promise<LoopbackDns> {
  const socket = createSocket('udp4');
  socket.on('message', (query, { address, port }) => socket.send(answerTo(query), port, address));
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    async close() {
      const closed = once(socket, 'close');
      socket.close();
      await closed;
    },
  };
}

/** 127.0.0.1 for questions of type A, no record for others (RFC 1035 §4). */
function answerTo(query: Buffer): Buffer {
  const questionEnd = query.indexOf(0, HEADER_BYTES) + 5;
  const isA = query.readUInt16BE(questionEnd - 4) === TYPE_A;
  const header = Buffer.from(query.subarray(0, HEADER_BYTES));
  header.writeUInt16BE(0x8180, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(isA ? 1 : 0, 6);
  header.writeUInt32BE(0, 8);
  // The name is that of the question; a lifetime of no seconds.
  const record = Buffer.from([0xc0, HEADER_BYTES, 0, TYPE_A, 0, 1, 0, 0, 0, 0, 0, 4, 127, 0, 0, 1]);
  return Buffer.concat([header, query.subarray(HEADER_BYTES, questionEnd), ...(isA ? [record] : [])]);
}
