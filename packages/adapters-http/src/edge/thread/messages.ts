import type { MessagePort } from 'node:worker_threads';
import { EDGE_METHODS } from '@comptoir/core/edge-routes/edge-method.js';
import { z } from 'zod';

/** What the host and the thread of a site say to each other. What comes from the thread is checked: it runs code of others. */

/** What a thread is started with. */
export interface ThreadData {
  readonly port: MessagePort;
  /** Names of Node's modules that a site may ask for. */
  readonly modules: readonly string[];
}

/** What a thread runs. */
export interface SiteScript {
  /** CommonJS, as `bundleRoutes` makes it. */
  readonly script: string;
  /** The addresses of the islands, by name. */
  readonly islands: Readonly<Record<string, string>>;
}

/** A request for a handler of the site. */
export interface SiteRequest {
  /** The file and the name of the handler in it. */
  readonly file: string;
  readonly handler: string;
  readonly params: Readonly<Record<string, string>>;
  readonly method: string;
  /** Absolute. */
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Uint8Array<ArrayBuffer> | null;
}

export type ToThread =
  /** The first, and only once. */
  | ({ readonly kind: 'load' } & SiteScript)
  | { readonly kind: 'request'; readonly id: number; readonly request: SiteRequest }
  /** The last piece of the body was passed on: send the next. */
  | { readonly kind: 'more'; readonly id: number }
  /** Nobody waits for the answer any more. */
  | { readonly kind: 'cancel'; readonly id: number };

const id = z.int().positive();
/** A piece of a body, and whether it was the last. */
const piece = { chunk: z.instanceof(Uint8Array).nullable(), done: z.boolean() };
const headers = z.array(z.tuple([z.string(), z.string()]));

export const fromThread = z.discriminatedUnion('kind', [
  /** It is loaded; what each file exports. */
  z.object({ kind: z.literal('ready'), routes: z.array(z.object({ file: z.string(), methods: z.array(z.enum(EDGE_METHODS)) })) }),
  /** It cannot be loaded. */
  z.object({ kind: z.literal('failed'), fault: z.string() }),
  /** What the site prints. */
  z.object({ kind: z.literal('print'), level: z.enum(['info', 'warn']), text: z.string() }),
  z.object({ kind: z.literal('head'), id, status: z.int().min(200).max(599), headers, ...piece }),
  z.object({ kind: z.literal('piece'), id, ...piece }),
  /** As asked: nothing more comes. */
  z.object({ kind: z.literal('cancelled'), id }),
  /** The handler failed. `fault` is for the log. */
  z.object({ kind: z.literal('fault'), id, fault: z.string() }),
]);
export type FromThread = z.output<typeof fromThread>;
/** Those about one request. */
export type AboutRequest = Extract<FromThread, { id: number }>;
