import type { OpenApiDocument, Operation, Response } from '@comptoir/adapters-http/openapi/document.js';
import { expect } from 'chai';
import { z } from 'zod';
import type { Answer } from '../call.js';
import type { PlacedOperation } from './operations.js';

/** The value with what its references name in their place; contracts here do not contain themselves. */
export function inlined(document: OpenApiDocument, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((member) => inlined(document, member));
  if (typeof value !== 'object' || value === null) return value;
  if ('$ref' in value) return inlined(document, target(document, String(value.$ref)));
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, inlined(document, member)]));
}

function target(document: OpenApiDocument, ref: string): unknown {
  const path = ref.replace('#/', '').split('/');
  return path.reduce<unknown>((holder, name) => (holder as Record<string, unknown>)[name], document);
}

/** Asserts that the answer is one of those the operation describes: its status, its type, its body and its headers. */
export function expectDescribed(document: OpenApiDocument, { path, method, operation }: PlacedOperation, answer: Answer): void {
  const where = `${method} ${path} ${answer.status} ${answer.text.slice(0, 300)}`;
  const described = operation.responses[answer.status];
  expect(described, `${where}\nis not described`).not.to.equal(undefined);
  const { content = {}, headers = {} } = inlined(document, described) as Response;
  const type = answer.headers['content-type']?.split(';', 1)[0];
  if (type === undefined) expect(content, where).to.deep.equal({});
  else expectContent(content, type, answer, where);
  for (const name of ['ETag', 'RateLimit', 'RateLimit-Policy'].filter((header) => header in headers)) {
    expect(answer.headers, where).to.have.property(name.toLowerCase());
  }
}

function expectContent(content: NonNullable<Response['content']>, type: string, { text }: Answer, where: string): void {
  const media = content[type];
  expect(media, `${where}\nhas a type that is not described`).not.to.equal(undefined);
  if (type !== 'application/json') return;
  const body = JSON.parse(text);
  const parsed = z.fromJSONSchema(media?.schema as z.core.JSONSchema.JSONSchema).safeParse(body);
  expect(parsed.error?.issues ?? [], where).to.deep.equal([]);
  if (media?.examples !== undefined) expect(media.examples, where).to.have.property(body.error);
}

/** The parameters of an operation that have examples. */
export function exampleParameters(document: OpenApiDocument, { parameters = [] }: Operation) {
  const all = parameters.map((parameter) => inlined(document, parameter)) as { in: string; name: string; example?: unknown }[];
  const of = (place: string) =>
    Object.fromEntries(
      all.filter((one) => one.in === place && one.example !== undefined).map(({ name, example }) => [name, String(example)]),
    );
  return { path: of('path'), query: of('query'), header: of('header') };
}
