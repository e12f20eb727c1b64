import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Language } from '../../language.js';
import type { ConsolePage, ManagePage } from '../../page-paths.js';
import type { ManageTexts } from '../texts/manage-texts.js';

/** What every part of a page of the platform needs. */
export interface ManageContextValue {
  readonly language: Language;
  readonly texts: ManageTexts;
  /** The address of another page, in the language that was chosen. */
  readonly link: (page?: ManagePage | ConsolePage, query?: Readonly<Record<string, string>>) => string;
}

export const ManageContext = createContext<ManageContextValue | null>(null);

export function useManage(): ManageContextValue {
  const value = useContext(ManageContext);
  if (value === null) throw new Error('A component of a page was rendered outside ManageContext.');
  return value;
}
