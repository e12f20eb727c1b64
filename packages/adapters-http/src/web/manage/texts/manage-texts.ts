import type { TenantRole } from '@comptoir/core/identity/user.js';
import type { FieldFault } from '../form-faults.js';
import type { ManageView, OrganisationView, SessionView } from '../manage-view.js';
import type { ProviderFault, RefusalCode } from '../refusal.js';

/** Every sentence of the platform's pages; one dictionary per language. Names and times arrive as they are to be shown. */
export interface ManageTexts {
  readonly languageSwitch: string;
  readonly tagline: string;
  readonly needsScript: string;
  /** Of the window. */
  readonly titles: Readonly<Record<ManageView['page'], string>>;
  readonly headings: Readonly<Record<'login' | 'forgot' | 'reset' | 'verify' | 'unknown', string>>;

  readonly email: string;
  readonly name: string;
  readonly password: string;
  readonly newPassword: string;
  readonly repeatPassword: string;
  readonly passwordRules: (minimum: number) => string;
  readonly show: string;
  readonly hide: string;
  readonly faults: Readonly<Record<FieldFault, string>>;
  readonly refusals: Readonly<Record<RefusalCode, string>>;
  readonly wait: (seconds: number) => string;
  readonly sending: string;

  readonly signIn: string;
  readonly signingIn: string;
  readonly forgotten: string;
  readonly or: string;
  readonly signInWithProvider: string;
  readonly providerFaults: Readonly<Record<ProviderFault, string>>;
  readonly toLogin: string;
  readonly toHome: string;
  readonly unknownHint: string;

  readonly forgotHint: string;
  readonly sendLink: string;
  readonly forgotDone: string;
  readonly forgotDoneHint: (email: string) => string;
  readonly askAnew: string;
  readonly brokenLink: string;
  readonly brokenLinkHint: Readonly<Record<'reset' | 'verify', string>>;
  readonly setPassword: string;
  readonly resetDone: string;
  readonly resetDoneHint: string;
  readonly verifyHint: string;
  readonly confirmAddress: string;
  readonly verifyDone: string;
  readonly verifyDoneHint: string;

  readonly inviteTo: (organisation: string) => string;
  readonly inviteOver: string;
  readonly establishment: string;
  readonly everywhere: string;
  readonly role: string;
  readonly roles: Readonly<Record<TenantRole, string>>;
  readonly acceptNew: string;
  readonly acceptKnown: string;
  readonly acceptAs: (email: string) => string;
  readonly otherSession: (current: string, invited: string) => string;
  readonly accept: string;

  readonly unverified: string;
  readonly sendAgain: string;
  readonly sentAgain: string;
  readonly superAdmin: string;
  readonly signOut: string;
  readonly places: string;
  readonly noPlaces: string;
  readonly noRole: string;
  readonly standings: Readonly<Record<Exclude<OrganisationView['standing'], 'active'>, string>>;
  readonly current: string;
  readonly choose: string;
  /** Leads to the pages of the establishment that was chosen. */
  readonly toWork: string;
  readonly nowActingFor: (name: string) => string;
  readonly sessions: string;
  readonly sessionsHint: string;
  readonly newPasswordByMail: string;
  readonly thisSession: string;
  readonly unknownDevice: string;
  readonly sessionKinds: Readonly<Record<SessionView['kind'], string>>;
  readonly sessionSeen: (ago: string) => string;
  readonly endSession: string;
  readonly sessionEnded: string;
}
