// Goes red when a type is escaped from, or written in a way that leaves run-time code.
// Checked as packages/core/src/stock/types.ts
import { one } from './cycle-one.js'; // red: style/useImportType

export type One = typeof one;
export const parse = (text: string): any => JSON.parse(text); // red: suspicious/noExplicitAny
export const first = (list: string[]): string => list[0]!; // red: style/noNonNullAssertion
export enum State { Placed } // red: style/noEnum
