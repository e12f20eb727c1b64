/** The secrets that sign what is sent (Standard Webhooks): the newest, and while it replaces another one, that too. Of links and of webhook endpoints. */
export interface SigningSecrets {
  /** The one that signs; `whsec_…`. Kept as it is, because it has to sign: no list, answer, export or log shows it. */
  readonly secret: string;
  /** Earlier ones that are still good, latest first. */
  readonly retiring: readonly RetiringSecret[];
}

export interface RetiringSecret {
  readonly secret: string;
  readonly until: Date;
}

/** Earlier secrets that are good at once; older ones end with the next rotation. */
const RETIRING_MAX = 4;

/** The secrets that are good now, the signing one first. */
export function goodSecrets({ secret, retiring }: SigningSecrets, now: Date): readonly string[] {
  return [secret, ...retiring.filter(({ until }) => now < until).map((old) => old.secret)];
}

/** Its holder with a new secret, which signs at once; the one before is good until then. */
export function rotated<Holder extends SigningSecrets>(holder: Holder, secret: string, until: Date, now: Date): Holder {
  const retiring = [{ secret: holder.secret, until }, ...holder.retiring].filter((old) => now < old.until);
  return { ...holder, secret, retiring: retiring.slice(0, RETIRING_MAX) };
}
