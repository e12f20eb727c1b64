import { type ConsolePage, type ManagePage, managePath } from '../page-paths.js';
import type { ConsoleState } from './console-view.js';

/** The address of a page, by the query that goes with it. */
export type LinkTo = (page?: ManagePage | ConsolePage, query?: Readonly<Record<string, string>>) => string;

/** Addresses in the language of the page, where that was chosen. */
export function linkOf({ language, isLanguageChosen }: Pick<ConsoleState, 'language' | 'isLanguageChosen'>): LinkTo {
  return (page, query = {}) => managePath(page, isLanguageChosen ? { ...query, lang: language } : query);
}
