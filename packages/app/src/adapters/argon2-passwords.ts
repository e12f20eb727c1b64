import { randomBytes } from 'node:crypto';
import { PASSWORD_MAX } from '@comptoir/core/identity/password-length.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import type { Passwords } from '@comptoir/core/kit/passwords.js';
import { hash, type ParsedHashOptions, parseOptions, verify } from '@node-rs/argon2';
import { makeGate } from './gate.js';

/** The numbers that the library's constant enums stand for, which isolated modules cannot read. */
const ARGON2ID = 2;
const VERSION_19 = 1;

/** The least that OWASP's Password Storage Cheat Sheet recommends for argon2id: 19 MiB, two passes, one lane. */
const PARAMETERS = { algorithm: ARGON2ID, version: VERSION_19, memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 } as const;
const SALT_BYTES = 16;

/** Two of Node's four background threads, which files and name look-ups need as well; half a second's worth of others may wait. */
const ROOM = { running: 2, waiting: 64 } as const;

/**
 * Passwords as argon2id. Verifies argon2 strings of any variant and cost. Beyond what the machine can hash in reasonable time,
 * `hash` and `verify` throw `rate_limited`; `hash` throws `invalid_request` above 200 characters.
 */
export function makeArgon2Passwords(): Passwords {
  const gate = makeGate(ROOM);
  const nobodysHash = unmatchableHash();
  return {
    nobodysHash,
    async hash(password) {
      if (isTooLong(password)) {
        throw new DomainError('invalid_request', { message: `A password has at most ${PASSWORD_MAX} characters.` });
      }
      return gate(() => hash(normalized(password), PARAMETERS));
    },
    async verify(given, password) {
      // No stored password is that long, so the answer tells nothing about anybody.
      if (isTooLong(password)) return false;
      const readable = parametersOf(given) !== null;
      return (await gate(() => verify(readable ? given : nobodysHash, normalized(password)))) && readable;
    },
    isOutdated(given) {
      const parameters = parametersOf(given);
      return parameters === null || isWeaker(parameters);
    },
  };
}

/** A character is one or two UTF-16 units; a very long text is not even counted. */
function isTooLong(password: string): boolean {
  return password.length > 2 * PASSWORD_MAX || [...password].length > PASSWORD_MAX;
}

/** Null when the text is not an argon2 hash. */
function parametersOf(given: string): ParsedHashOptions | null {
  try {
    return parseOptions(given);
  } catch {
    return null;
  }
}

function isWeaker({ algorithm, version, memoryCost, timeCost, outputLen, saltLen }: ParsedHashOptions): boolean {
  const otherKind = Number(algorithm) !== PARAMETERS.algorithm || Number(version) !== PARAMETERS.version;
  const cheaper = memoryCost < PARAMETERS.memoryCost || timeCost < PARAMETERS.timeCost;
  return otherKind || cheaper || outputLen < PARAMETERS.outputLen || saltLen < SALT_BYTES;
}

/** A hash that no password is known for: verifying against it costs what verifying against a person's does. */
function unmatchableHash(): string {
  const random = (bytes: number) => randomBytes(bytes).toString('base64').replace(/=+$/, '');
  const { memoryCost, timeCost, parallelism, outputLen } = PARAMETERS;
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${random(SALT_BYTES)}$${random(outputLen)}`;
}

/** One spelling for what looks the same, whatever keyboard it was typed on (NIST SP 800-63B, 5.1.1.2). */
function normalized(password: string): string {
  return password.normalize('NFKC');
}
