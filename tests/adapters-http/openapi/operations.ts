import type { OpenApiDocument, Operation } from '@comptoir/adapters-http/openapi/document.js';

/** An operation, with where it is. */
export interface PlacedOperation {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
}

export function operationsOf({ paths }: OpenApiDocument): PlacedOperation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation: operation as Operation })),
  );
}

/** The example of a JSON body or answer, or undefined. */
export function exampleIn(holder: unknown): unknown {
  const { content } = holder as { content?: Record<string, { example?: unknown }> };
  return content?.['application/json']?.example;
}
