import { Refusal } from './answer.js';

/** Who may read what. */
export interface ShopKeys {
  /** Of 32 characters. */
  readonly key: string;
  /** Resources that the key may read; null: all. */
  readonly readable: ReadonlySet<string> | null;
  /** The merchant has switched the web service off. */
  readonly off: boolean;
}

/** Neither key nor password: Apache is told, and nobody else. */
export const NO_CREDENTIALS = Symbol('no credentials');

/** The key of the request: the user name, or `ws_key` of the address. */
export function givenKey(authorization: string | undefined, parameters: URLSearchParams): string | typeof NO_CREDENTIALS {
  const asked = parameters.get('ws_key');
  if (asked !== null) return asked;
  const encoded = /^Basic\s+(\S+)$/i.exec(authorization ?? '')?.[1];
  if (encoded === undefined) return NO_CREDENTIALS;
  const [user = ''] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  return user;
}

/** Throws `Refusal`. */
export function checkKey(given: string, keys: ShopKeys): void {
  if (given === '') throw new Refusal(401, { code: 17, message: 'Authentication key is empty' });
  if (given.length !== 32) throw new Refusal(401, { code: 18, message: 'Invalid authentication key format' });
  if (given !== keys.key) {
    throw new Refusal(
      401,
      { code: 20, message: 'Authentification key is not active' },
      { code: 21, message: 'No permission for this authentication key' },
    );
  }
  if (keys.off) {
    const message = 'The PrestaShop webservice is disabled. Please activate it in the PrestaShop Back Office';
    throw new Refusal(503, { code: 22, message });
  }
}
