import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Language } from '../../language.js';
import type { LinkTo } from '../console-link.js';
import type { ConsolePermission, ConsolePlace } from '../console-view.js';
import type { ConsoleTexts } from '../texts/console-texts.js';

/** What every part of a page of the console needs. */
export interface ConsoleContextValue {
  readonly language: Language;
  readonly texts: ConsoleTexts;
  readonly place: ConsolePlace;
  readonly may: (permission: ConsolePermission) => boolean;
  /** `12,50 €` */
  readonly money: (cents: number) => string;
  /** `22/11/2026 14:05`, by the clocks of the establishment. */
  readonly when: (instant: string) => string;
  /** The address of a page, in the language that was chosen. */
  readonly link: LinkTo;
}

export const ConsoleContext = createContext<ConsoleContextValue | null>(null);

export function useConsole(): ConsoleContextValue {
  const value = useContext(ConsoleContext);
  if (value === null) throw new Error('A component of the console was rendered outside ConsoleContext.');
  return value;
}
