/** An organisation: it owns establishments, users and everything below them. */
export interface Tenant {
  readonly id: string;
  readonly name: string;
}
