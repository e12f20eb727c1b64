/** What one RPC request may hold (docs/rpc-wire.md, "Limits"). The size of a body is limited for every host, in `kit/read-json.ts`. */

/** Calls in one request. Counted before anything is decoded or looked up. */
export const CALLS_MAX = 20;

/** Characters of the address. Node itself gives up at 16 KiB of address and headers together. */
export const URL_MAX = 12 * 1024;

/** Levels of arrays and objects in the JSON of one input, its envelope included. */
export const DEPTH_MAX = 64;

/** Digits of a bigint: turning text into a number takes longer than in proportion to its length. */
export const BIGINT_DIGITS_MAX = 1024;

/** Characters of a URL value. */
export const URL_VALUE_MAX = 2048;
