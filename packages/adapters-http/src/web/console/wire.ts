import type { AppRouter } from '../../rpc/app-router.js';

/** The procedures of the platform as its console calls them, by what their contracts say. */

type Procedures = AppRouter['_def']['procedures'];
type RouterName = keyof Procedures & string;

/** `posOrders.price` */
export type ProcedureName = { [Router in RouterName]: `${Router}.${keyof Procedures[Router] & string}` }[RouterName];

type TypesOf<Name> = Name extends `${infer Router extends RouterName}.${infer Procedure}`
  ? Procedure extends keyof Procedures[Router]
    ? Procedures[Router][Procedure] extends { _def: { $types: infer Types } }
      ? Types
      : never
    : never
  : never;

export type InputOf<Name extends ProcedureName> = TypesOf<Name> extends { input: infer Input } ? Input : never;

/** A value as it travels: instants are ISO 8601, and nothing in it is changed in place. */
type Wire<Value> = Value extends Date
  ? string
  : Value extends readonly (infer Member)[]
    ? readonly Wire<Member>[]
    : Value extends object
      ? { readonly [Key in keyof Value]: Wire<Value[Key]> }
      : Value;

export type AnswerOf<Name extends ProcedureName> = TypesOf<Name> extends { output: infer Output } ? Wire<Output> : never;
