import { verdictOn } from '@comptoir/adapters-sdk/shop/verdict.js';
import { expect } from 'chai';
import { aCustomer } from './tables.js';

describe('what an answer of a shop means', () => {
  const on = (status: number, body: string) => verdictOn({ kind: 'answered', status, headers: {}, body }, 'customers');

  it('holds no password, key or token of a customer', () => {
    const verdict = on(200, JSON.stringify({ customers: [aCustomer()] }));
    expect(verdict.kind).to.equal('rows');
    expect(JSON.stringify(verdict))
      .to.include('Ada')
      .and.not.to.match(/never-seen|passwd|secure_key|reset_password_token/);
  });

  it('is a list, or an empty one in either shape', () => {
    for (const body of ['[]', '{"customers":[]}', ' \n[] ']) expect(on(200, body), body).to.deep.equal({ kind: 'rows', rows: [] });
  });

  it('is trouble when it is anything else', () => {
    for (const body of [
      '',
      'null',
      '0',
      '{}',
      '[{}]',
      '{"customers":{}}',
      '{"customers":[[]]}',
      '{"customer":{"id":1}}',
      '<br /><b>Notice</b>[]',
    ]) {
      expect(on(200, body).kind, body).to.equal('trouble');
    }
  });

  it('is busy when a page for people comes', () => {
    for (const body of ['<!DOCTYPE html><p>', '\n<html lang="fr">', '<HTML>']) expect(on(200, body).kind, body).to.equal('busy');
  });
});
