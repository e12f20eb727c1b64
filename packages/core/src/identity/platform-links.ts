/** Addresses of the platform's pages, which only the host knows; from configuration, never from a request. */
export interface PlatformLinks {
  /** The page that proves an address. */
  verifyEmail(token: string): string;
  resetPassword(token: string): string;
  /** `…/manage/onboard?d=<payload>` */
  onboard(payload: string): string;
  /** Where people sign in. */
  login(): string;
}
