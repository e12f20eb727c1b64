import { readFileSync } from 'node:fs';

/** A fenced block of a page. */
export interface Block {
  readonly language: string;
  readonly code: string;
  /** What the page shows right after it as the answer; null: nothing. */
  readonly shown: string | null;
}

const FENCES = /^```(\w+)\n(.*?)^```$(?:\s*^```(?:json|text)\n(.*?)^```$)?/gms;

/** The blocks of `docs/<name>` that can be run, in order. */
export function blocksOf(name: string): readonly Block[] {
  const text = readFileSync(new URL(`../../../docs/${name}`, import.meta.url), 'utf8');
  return [...text.matchAll(FENCES)].map(([, language = '', code = '', shown = null]) => ({ language, code, shown }));
}

/** What a page shows as a pattern: `…` stands for anything. JSON may be spread over lines there. */
export function patternOf(shown: string): RegExp {
  const parts = onOneLine(shown).split('…');
  return new RegExp(`^${parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.*')}$`);
}

function onOneLine(shown: string): string {
  try {
    return JSON.stringify(JSON.parse(shown));
  } catch {
    return shown.trim();
  }
}
