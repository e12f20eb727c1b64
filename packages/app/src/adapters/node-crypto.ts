import { createHash, createHmac, hash, randomBytes } from 'node:crypto';
import type { Crypto } from '@comptoir/core/kit/crypto.js';

export const nodeCrypto: Crypto = {
  randomBytes: (length) => randomBytes(length),
  sha256: (text) => hash('sha256', text),
  hmacSha256: (key, text) => createHmac('sha256', key).update(text, 'utf8').digest('base64'),
  digest: () => {
    const digest = createHash('sha256');
    return { update: (text) => void digest.update(text, 'utf8'), hex: () => digest.digest('hex') };
  },
};
