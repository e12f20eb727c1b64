/** The other side of the floor `node:http + thread` of the subject `edge`: answers every message with the same text. */
import { parentPort } from 'node:worker_threads';

parentPort.on('message', (id) => parentPort.postMessage([id, 'hello']));
