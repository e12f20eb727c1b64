import type { Session } from '@comptoir/core/identity/session.js';
import type { TenantRole } from '@comptoir/core/identity/user.js';
import type { Language } from '../language.js';
import type { ProviderFault, RefusalCode } from './refusal.js';

/** What the host renders a page of the platform from and hands to the browser. Instants are ISO 8601. */
export interface ManageState {
  readonly language: Language;
  /** The language was asked for in the address, so links keep it. */
  readonly isLanguageChosen: boolean;
  readonly view: ManageView;
}

export type ManageView = LoginView | { readonly page: 'forgot' } | LinkView | OnboardView | HomeView | { readonly page: 'unknown' };

export interface LoginView {
  readonly page: 'login';
  /** The path to go on to. */
  readonly returnTo: string;
  readonly fault: ProviderFault | null;
  /** Where signing in with the organisation's account starts; null where there is none. */
  readonly providerUrl: string | null;
}

/** Pages a mail leads to. The token itself is not in here: the browser has it in the address, and nothing else needs it. */
export interface LinkView {
  readonly page: 'reset' | 'verify';
  readonly hasToken: boolean;
}

export interface OnboardView {
  readonly page: 'onboard';
  /** The payload of the link. */
  readonly d: string;
  readonly invite: InviteView | RefusalCode;
  /** The address of whoever is signed in here. */
  readonly signedInAs: string | null;
  /** Where signing in with the organisation's account starts, to come back here; null where there is none. */
  readonly providerUrl: string | null;
}

export interface InviteView {
  readonly email: string;
  readonly tenantName: string;
  readonly siteName: string | null;
  readonly roles: readonly TenantRole[];
  /** They have an account. */
  readonly known: boolean;
}

export interface HomeView {
  readonly page: 'home';
  readonly person: PersonView;
  /** Those with places to choose first. */
  readonly organisations: readonly OrganisationView[];
  readonly acting: Acting | null;
  /** Why the session does not act for what was chosen; null: it does, or nothing was. */
  readonly refusal: RefusalCode | null;
  readonly sessions: readonly SessionView[];
  readonly now: string;
}

export interface PersonView {
  readonly name: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly superAdmin: boolean;
}

/** What a session acts for. */
export interface Acting {
  readonly tenantId: string;
  /** Null: the whole organisation. */
  readonly siteId: string | null;
}

export interface OrganisationView {
  readonly tenantId: string;
  readonly name: string;
  /** `suspended`: the organisation is. `deactivated`: the person's place in it is. Neither has places to choose. */
  readonly standing: 'active' | 'suspended' | 'deactivated';
  readonly places: readonly PlaceView[];
}

export interface PlaceView {
  readonly siteId: string | null;
  /** Null: the whole organisation. */
  readonly name: string | null;
  readonly roles: readonly TenantRole[];
}

export interface SessionView {
  readonly id: string;
  readonly kind: Session['kind'];
  readonly isCurrent: boolean;
  readonly device: string | null;
  readonly address: string;
  readonly createdAt: string;
  readonly lastSeenAt: string;
}
