import { expect } from 'chai';
import { type Answer, jsonOf } from './call.js';

/** What shows the inside of the program: frames of a stack, paths, statements and words of the database. */
const INSIDE =
  /node_modules|\/dist\/|\.js:\d|\bat \w+.*\(|\b(?:select|insert into|update|delete from) .*(?:from|values|set|where)\b|postgres|pglite|SQLSTATE/i;

/** Asserts a refusal of the common shape (decisions §2) and gives its body. */
export function expectRefusal(answer: Answer, status: number, code: string): Record<string, unknown> {
  expect(answer.status, answer.text).to.equal(status);
  const body = jsonOf(answer);
  expect(body).to.include({ ok: false, error: code });
  expect(body['message']).to.be.a('string').and.not.equal('');
  expect(body['requestId']).to.equal(answer.headers['x-request-id']);
  expect(answer.headers['content-type']).to.equal('application/json; charset=utf-8');
  expect(answer.headers).to.include({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
  expect(answer.text).not.to.match(INSIDE);
  if ('details' in body) expectDetails(body['details']);
  return body;
}

function expectDetails(details: unknown): void {
  expect(details).to.be.an('array').that.is.not.empty;
  for (const detail of details as unknown[]) {
    expect(detail).to.have.all.keys('path', 'message');
  }
}

/** The path of every fault listed in a refusal. */
export function faultyPaths(body: Record<string, unknown>): string[] {
  const details = (body['details'] ?? []) as { path: string }[];
  return details.map(({ path }) => path);
}
