import { once } from 'node:events';
import { DomainError } from '@comptoir/core/kit/errors.js';
import { type Exchange, makeExchange } from './exchange.js';
import type { AboutRequest } from './messages.js';

/** What is in flight between the host and one thread. */
export interface Exchanges {
  /** Throws `site_busy` when there are as many as may be. */
  open(): { readonly id: number; readonly exchange: Exchange };
  receive(message: AboutRequest): void;
  /** The thread is gone. */
  failAll(): void;
  readonly isEmpty: boolean;
  whenEmpty(): Promise<void>;
}

export interface ExchangesDeps {
  readonly answerMs: number;
  readonly stallMs: number;
  /** At a time. */
  readonly requests: number;
  say(kind: 'more' | 'cancel', id: number): void;
  hung(): void;
}

export function makeExchanges({ answerMs, stallMs, requests, say, hung }: ExchangesDeps): Exchanges {
  const exchanges = new Map<number, Exchange>();
  const news = new EventTarget();
  let lastId = 0;

  function close(id: number): void {
    exchanges.delete(id);
    if (exchanges.size === 0) news.dispatchEvent(new Event('empty'));
  }

  return {
    open() {
      if (exchanges.size >= requests) throw new DomainError('site_busy', { retryAfterSecs: 1 });
      lastId += 1;
      const id = lastId;
      const exchange = makeExchange({ answerMs, stallMs, say: (kind) => say(kind, id), hung, over: () => close(id) });
      exchanges.set(id, exchange);
      return { id, exchange };
    },
    receive: (message) => exchanges.get(message.id)?.receive(message),
    failAll() {
      for (const exchange of [...exchanges.values()]) exchange.fail(new DomainError('site_restarted', { retryAfterSecs: 1 }));
    },
    get isEmpty() {
      return exchanges.size === 0;
    },
    async whenEmpty() {
      if (exchanges.size > 0) await once(news, 'empty');
    },
  };
}
