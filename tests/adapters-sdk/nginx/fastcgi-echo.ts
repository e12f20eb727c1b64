import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/** Types of FastCGI records (specification 1.0, section 8). */
const END_REQUEST = 3;
const PARAMS = 4;
const STDIN = 5;
const STDOUT = 6;
const HEADER_BYTES = 8;

/** A FastCGI responder on a Unix socket that answers every request with its parameters, as JSON. */
export async function aFastcgiEcho(socketPath: string): Promise<Server> {
  const server = createServer((socket) => {
    let received = Buffer.alloc(0);
    let params = Buffer.alloc(0);
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      while (received.length >= HEADER_BYTES && received.length >= recordBytes(received)) {
        const [type, id] = [received.readUInt8(1), received.readUInt16BE(2)];
        const content = received.subarray(HEADER_BYTES, HEADER_BYTES + received.readUInt16BE(4));
        received = received.subarray(recordBytes(received));
        if (type === PARAMS) params = Buffer.concat([params, content]);
        if (type === STDIN && content.length === 0) socket.end(answerOf(id, JSON.stringify(pairsIn(params))));
      }
    });
  });
  await once(server.listen(socketPath), 'listening');
  return server;
}

function recordBytes(buffer: Buffer): number {
  return HEADER_BYTES + buffer.readUInt16BE(4) + buffer.readUInt8(6);
}

function answerOf(id: number, body: string): Buffer {
  return Buffer.concat([
    record(STDOUT, id, Buffer.from(`Content-Type: application/json\r\n\r\n${body}`)),
    record(END_REQUEST, id, Buffer.alloc(8)),
  ]);
}

function record(type: number, id: number, content: Buffer): Buffer {
  const header = Buffer.from([1, type, id >> 8, id & 0xff, content.length >> 8, content.length & 0xff, 0, 0]);
  return Buffer.concat([header, content]);
}

/** Lengths below 128 take one byte, others four. */
function pairsIn(params: Buffer): Record<string, string> {
  const pairs: Record<string, string> = {};
  let at = 0;
  const length = () => {
    const first = params.readUInt8(at);
    at += first < 0x80 ? 1 : 4;
    return first < 0x80 ? first : params.readUInt32BE(at - 4) & 0x7fffffff;
  };
  const text = (bytes: number) => {
    at += bytes;
    return params.toString('utf8', at - bytes, at);
  };
  while (at < params.length) {
    const [name, value] = [length(), length()];
    const key = text(name);
    pairs[key] = text(value);
  }
  return pairs;
}
