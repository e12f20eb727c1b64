import { createHash, randomBytes } from 'node:crypto';
import type { Crypto } from '@comptoir/core/kit/crypto.js';

export const nodeCrypto: Crypto = {
  randomBytes: (length) => randomBytes(length),
  sha256: (text) => createHash('sha256').update(text, 'utf8').digest('hex'),
};
