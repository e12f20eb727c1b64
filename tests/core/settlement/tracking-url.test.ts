import { trackingUrlOf } from '@comptoir/core/settlement/tracking-url.js';
import { expect } from 'chai';

describe('the page of a carrier that tells of a parcel', () => {
  it('is found by the name of the carrier, however it is written', () => {
    const colissimo = 'https://www.laposte.fr/outils/suivre-vos-envois?code=6A1';
    for (const name of ['Colissimo', 'COLISSIMO', ' colissimo ']) expect(trackingUrlOf(name, '6A1')).to.equal(colissimo);
    expect(trackingUrlOf('Poste Italiane', 'X')).to.equal('https://www.poste.it/cerca/index.html#/risultati-spedizioni/X');
    for (const name of [
      'Chronopost',
      'mondial_relay',
      'UPS',
      'DHL Express',
      'GLS',
      'DPD',
      'Correos',
      'Deutsche Post',
      'FedEx',
      'La Poste',
      'PostNL',
      'Royal Mail',
    ])
      expect(trackingUrlOf(name, '1'), name).to.match(/^https:\/\/.+1$/);
  });

  it('lets nothing of the number out of its place', () => {
    expect(trackingUrlOf('ups', '1Z 99&x=/../#')).to.equal('https://www.ups.com/track?tracknum=1Z99%26x%3D%2F..%2F%23');
  });

  it('is not known of other carriers', () => {
    for (const name of ['', 'Velo Express', 'constructor', '__proto__']) expect(trackingUrlOf(name, '1'), name).to.equal(null);
  });
});
