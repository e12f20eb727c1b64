/** How long an earlier secret of a link is good after a rotation, in hours; apart, so that pages may know it without the contracts. */
export const GRACE_HOURS = { default: 24, max: 30 * 24 } as const;
