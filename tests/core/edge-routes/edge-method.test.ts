import { chooseMethod } from '@comptoir/core/edge-routes/edge-method.js';
import { expect } from 'chai';

describe('which handler of a route answers', () => {
  it('is the one of the method', () => {
    expect(chooseMethod(['GET', 'POST'], 'POST')).to.deep.equal({ kind: 'call', handler: 'POST' });
    expect(chooseMethod(['GET', 'HEAD'], 'HEAD')).to.deep.equal({ kind: 'call', handler: 'HEAD' });
    expect(chooseMethod(['OPTIONS'], 'OPTIONS')).to.deep.equal({ kind: 'call', handler: 'OPTIONS' });
  });

  it('is that of GET for HEAD', () => {
    expect(chooseMethod(['GET'], 'HEAD')).to.deep.equal({ kind: 'call', handler: 'GET' });
  });

  it('is none for OPTIONS that the route leaves alone: what there is is said', () => {
    expect(chooseMethod(['POST', 'GET'], 'OPTIONS')).to.deep.equal({ kind: 'describe', allow: 'GET, POST, HEAD, OPTIONS' });
  });

  it('is none for any other method: it is refused, with what there is', () => {
    expect(chooseMethod(['POST'], 'GET')).to.deep.equal({ kind: 'refuse', allow: 'POST, OPTIONS' });
    expect(chooseMethod(['POST'], 'HEAD')).to.deep.equal({ kind: 'refuse', allow: 'POST, OPTIONS' });
    expect(chooseMethod([], 'PROPFIND')).to.deep.equal({ kind: 'refuse', allow: 'OPTIONS' });
  });
});
