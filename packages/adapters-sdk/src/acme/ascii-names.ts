import { domainToASCII } from 'node:url';
import type { ToAscii } from '@comptoir/core/certificates/domain-names.js';

/** Internationalised names in the letters of the DNS (UTS #46, as browsers do it). */
export const toAscii: ToAscii = domainToASCII;
