import { KEY_KINDS, KEY_PREFIXES } from '@comptoir/core/api-keys/api-key.js';
import { keyIdIn, makeKeyText } from '@comptoir/core/api-keys/key-text.js';
import { expect } from 'chai';
import { repeatableCrypto } from '../support.js';

const crypto = repeatableCrypto();

describe('the text of a key', () => {
  for (const kind of KEY_KINDS) {
    it(`has the form of a ${kind} key, and its id can be read`, () => {
      const { id, text } = makeKeyText(kind, crypto);

      expect(text).to.match(new RegExp(`^${KEY_PREFIXES[kind]}_[0-9A-Za-z]{12}_[0-9A-Za-z]{43}_[0-9A-Za-z]{6}$`));
      expect(text.split('_')[1]).to.equal(id);
      expect(keyIdIn(kind, text)).to.equal(id);
    });
  }

  it('is known by its checksum: no mistake of one character passes', () => {
    const { text } = makeKeyText('keyed', crypto);
    for (let index = 0; index < text.length; index += 1) {
      const other = text.charAt(index) === 'x' ? 'y' : 'x';
      expect(keyIdIn('keyed', `${text.slice(0, index)}${other}${text.slice(index + 1)}`), String(index)).to.equal(null);
    }
  });

  it('is of one kind only', () => {
    expect(keyIdIn('feed', makeKeyText('keyed', crypto).text)).to.equal(null);
  });

  it('is nothing more and nothing less', () => {
    const { text } = makeKeyText('feed', crypto);
    for (const other of [
      '',
      'feed_',
      ` ${text}`,
      `${text}\n`,
      `${text} `,
      text.slice(0, -1),
      `${text}0`,
      text.replaceAll('_', '-'),
      text.toUpperCase(),
    ]) {
      expect(keyIdIn('feed', other), JSON.stringify(other)).to.equal(null);
    }
  });

  it('never comes twice', () => {
    expect(new Set(Array.from({ length: 1000 }, () => makeKeyText('keyed', crypto).text)).size).to.equal(1000);
  });
});
