import type { RegisteredDomainsOf } from '@comptoir/core/certificates/order-budgets.js';

/**
 * By the Public Suffix List with its private part, as Let's Encrypt counts; a name that is a suffix itself counts by itself. The
 * list is loaded when it is first asked for: few servers order certificates, and it costs more than everything else here.
 */
export const registeredDomainsOf: RegisteredDomainsOf = async (names) => {
  const { getDomain } = await import('tldts');
  return [...new Set(names.map((name) => getDomain(name, { allowPrivateDomains: true }) ?? name))];
};
