import type { AuthService } from './auth-service.js';
import type { IdentityDeps } from './identity-deps.js';
import { makePasswordChanges } from './password-changes.js';
import { makePasswordLogin } from './password-login.js';
import { makeRegistrations } from './registrations.js';
import { makeRequestThrottle } from './request-throttle.js';
import { makeSignIns } from './sign-ins.js';

export function makeAuthService(deps: IdentityDeps): AuthService {
  const passwordLogin = makePasswordLogin(deps);
  const throttle = makeRequestThrottle(deps.crypto);
  return {
    ...makeSignIns(deps, passwordLogin),
    ...makeRegistrations(deps, throttle),
    ...makePasswordChanges(deps, passwordLogin, throttle),
  };
}
