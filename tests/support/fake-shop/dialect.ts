/** How the web service differs between the lineages that shops run. */

export const DIALECTS = ['1.6', '1.7.8', '8', '9'] as const;
export type Dialect = (typeof DIALECTS)[number];

export interface DialectTraits {
  /** What the header `PSWS-Version` says. */
  readonly version: string;
  /** Place in `DIALECTS`: fields came and went with it. */
  readonly age: number;
  /** Columns of whole numbers are JSON numbers, since PHP 8.1; texts before. */
  readonly nativeInts: boolean;
  /** A detail in JSON has lost every field that PHP takes for false. */
  readonly dropsFalsyInDetails: boolean;
  /** Of a request that makes no sense. */
  readonly inputErrorStatus: 400 | 500;
  /** `/api/` in JSON: a list of names, or a fatal error with an empty body. */
  readonly jsonRoot: 'names' | 'fatal';
  /** Ids of languages in texts of several languages. */
  readonly languageIds: 'number' | 'text';
  /** What a bundle calls the combination it contains. */
  readonly bundledCombination: 'combination_id' | 'id_product_attribute';
  /** A failed statement is told, without a code; the others swallow it. */
  readonly tellsSqlErrors: boolean;
}

export const TRAITS: Readonly<Record<Dialect, DialectTraits>> = {
  '1.6': {
    version: '1.6.1.999',
    age: 0,
    nativeInts: false,
    dropsFalsyInDetails: false,
    inputErrorStatus: 400,
    jsonRoot: 'names',
    languageIds: 'number',
    bundledCombination: 'combination_id',
    tellsSqlErrors: true,
  },
  '1.7.8': {
    version: '1.7.8.8',
    age: 1,
    nativeInts: false,
    dropsFalsyInDetails: false,
    inputErrorStatus: 400,
    jsonRoot: 'names',
    languageIds: 'text',
    bundledCombination: 'id_product_attribute',
    tellsSqlErrors: false,
  },
  '8': {
    version: '8.1.7',
    age: 2,
    nativeInts: true,
    dropsFalsyInDetails: true,
    inputErrorStatus: 400,
    jsonRoot: 'fatal',
    languageIds: 'text',
    bundledCombination: 'id_product_attribute',
    tellsSqlErrors: false,
  },
  '9': {
    version: '9.0.2',
    age: 3,
    nativeInts: true,
    dropsFalsyInDetails: true,
    inputErrorStatus: 500,
    jsonRoot: 'fatal',
    languageIds: 'text',
    bundledCombination: 'id_product_attribute',
    tellsSqlErrors: false,
  },
};
