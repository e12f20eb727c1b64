/** A mail to one person. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Sends mails; the adapter knows the sender's address. Rejects when the mail was not taken. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
}
