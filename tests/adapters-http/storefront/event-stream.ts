import type { IncomingMessage } from 'node:http';
import { send } from '../call.js';

/** One block of an event stream: its fields, or the text of a comment under `comment`. */
export type StreamBlock = Readonly<Record<string, string>>;

export interface EventStream {
  readonly message: IncomingMessage;
  /** The next block; null when the server has ended the stream. */
  next(): Promise<StreamBlock | null>;
  /** The status named by the next event; null when the stream has ended. */
  nextStatus(): Promise<string | null>;
  /** Leaves without a word, as a closed page does. */
  hangUp(): void;
}

/** Follows an order, from the version after `lastEventId` on. */
export async function followOrder(origin: string, orderId: string, lastEventId?: string): Promise<EventStream> {
  const headers = lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId };
  const message = await send(`${origin}/api/order/${orderId}/events`, { headers });
  const blocks = blocksOf(message);
  const next = async () => (await blocks.next()).value ?? null;
  return {
    message,
    next,
    async nextStatus() {
      for (let block = await next(); block !== null; block = await next()) {
        if (block['event'] === 'status') return statusIn(block);
      }
      return null;
    },
    hangUp: () => void message.destroy(),
  };
}

function statusIn({ data = '{}' }: StreamBlock): string {
  const { status }: { status: string } = JSON.parse(data);
  return status;
}

async function* blocksOf(message: IncomingMessage): AsyncGenerator<StreamBlock, undefined> {
  let unread = '';
  message.setEncoding('utf8');
  for await (const text of message) {
    const blocks = `${unread}${text}`.split('\n\n');
    unread = blocks.pop() ?? '';
    for (const block of blocks) yield blockOf(block);
  }
  return undefined;
}

function blockOf(text: string): StreamBlock {
  const fields = text.split('\n').map((line) => {
    const [, name = '', value = ''] = /^([^:]*): ?(.*)$/.exec(line) ?? [];
    return [name === '' ? 'comment' : name, value];
  });
  return Object.fromEntries(fields);
}
