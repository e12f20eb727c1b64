/** Lengths of a new password, in characters as people count them. The longest is there so that hashing has a bound. */
export const PASSWORD_MIN = 10;
export const PASSWORD_MAX = 200;
