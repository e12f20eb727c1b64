import type { ErrorCode } from '@comptoir/core/kit/errors.js';
import type { JsonSchema } from './json-schema.js';

/** The part of OpenAPI 3.1 that the documents here use. */
export interface OpenApiDocument {
  readonly openapi: '3.1.1';
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly description: string;
    readonly license: { readonly name: string; readonly identifier: string };
  };
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  readonly security: readonly SecurityRequirement[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, PathItem>>;
  /** What the host sends to others. */
  readonly webhooks?: Readonly<Record<string, PathItem>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly responses: Readonly<Record<string, Response>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly headers: Readonly<Record<string, Header>>;
    readonly securitySchemes?: Readonly<Record<string, unknown>>;
  };
}

export type SecurityRequirement = Readonly<Record<string, readonly string[]>>;

export type PathItem = { readonly [Method in 'get' | 'put' | 'post' | 'patch' | 'delete' | 'options']?: Operation };

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly security: readonly SecurityRequirement[];
  readonly parameters?: readonly (Parameter | Ref)[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, Response | Ref>>;
}

export interface Ref {
  readonly $ref: string;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'path' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: JsonSchema;
  readonly content?: Content;
  readonly example?: unknown;
}

export interface Header {
  readonly description: string;
  readonly schema: JsonSchema;
}

export interface Response {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Header | Ref>>;
  readonly content?: Content;
}

export type Content = Readonly<Record<string, MediaType>>;

interface MediaType {
  readonly schema: JsonSchema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly summary: string; readonly value: unknown }>>;
}

/** What every document is made from. */
export interface DocumentOptions {
  /** The address of the host, without a trailing slash. */
  readonly publicUrl: string;
  /** The version of the interface. */
  readonly version: string;
}

export const LICENSE = { name: 'MIT', identifier: 'MIT' } as const;

export function json(schema: JsonSchema, example: unknown): Content {
  return { 'application/json': { schema, example } };
}

/** One sentence per code, for the description of an answer. */
export function codeList(codes: readonly ErrorCode[]): string {
  return codes.map((code) => `\`${code}\``).join(', ');
}
