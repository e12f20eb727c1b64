/** A mail to one person. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** What stands in front of the sender's address; that itself is the host's. */
  readonly senderName?: string;
  /** Where answers go, when not to the sender. */
  readonly replyTo?: string;
  /** The part of the Message-ID before the `@`: the same mail handed in twice has the same. Drawn by chance when left out. */
  readonly id?: string;
  /** Further headers, each of one line. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends mails; the adapter knows the sender's address. Rejects when the mail was not taken, with a `MailError` where it knows why. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
}

/**
 * What is wrong. `address`: nobody is there, and never will be. `mail`: it will never be taken. `later`: not now. `unsent`: it did not
 * come to handing the mail in (no connection, no login). `unknown`: the connection broke off; the mail may have been taken.
 */
export type MailFault = 'address' | 'mail' | 'later' | 'unsent' | 'unknown';

export class MailError extends Error {
  override readonly name = 'MailError';
  readonly fault: MailFault;
  /** What the mail server answered, such as 550; null: nothing. */
  readonly status: number | null;

  constructor(fault: MailFault, status: number | null, cause: unknown) {
    super(cause instanceof Error ? cause.message : 'The mail was not taken.', { cause });
    this.fault = fault;
    this.status = status;
  }
}
