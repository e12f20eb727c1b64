import type { Stores } from '../stores.js';
import type { Mail } from './mail.js';

/**
 * Leaves a mail in the transaction that `stores` belong to: it is sent after the commit, by whichever process sends mails, however
 * often that takes, and not at all when the transaction does not commit. Null is a mail to nobody: it takes as long, so that the time
 * of an answer does not tell whether an address is known.
 */
export type Post = (stores: Pick<Stores, 'pushQueue'>, mail: Mail | null) => Promise<void>;
