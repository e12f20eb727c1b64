/** An organisation: it owns establishments, members and everything below them. */
export interface Tenant {
  readonly id: string;
  readonly name: string;
  /** `suspended`: nobody but a super-admin may act for it. `deleted`: gone for everybody; its records are kept. */
  readonly status: 'active' | 'suspended' | 'deleted';
  /** Why it was suspended; null otherwise. */
  readonly suspendedReason: string | null;
  readonly createdAt: Date;
}
