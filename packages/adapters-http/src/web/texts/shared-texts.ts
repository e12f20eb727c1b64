import type { Trade } from '@comptoir/core/sites/site.js';

/** The sentences that the parts shared by all public pages say, those of tickets included, which speak more languages. */
export interface SharedTexts {
  readonly languageSwitch: string;
  readonly trades: Readonly<Record<Trade, string>>;
  readonly today: string;
  readonly tomorrow: string;
  readonly atTime: (time: string) => string;
  readonly dayAtTime: (day: string, time: string) => string;
  readonly from: (price: string) => string;
  readonly openNow: string;
  readonly openUntil: (time: string) => string;
  readonly closedNow: string;
  readonly opensAt: (moment: string) => string;
  readonly hours: string;
  readonly hoursToday: string;
  readonly hoursUnknown: string;
  readonly closedDay: string;
  readonly allDay: string;
  readonly exceptions: string;
  readonly find: string;
  readonly map: string;
  readonly phone: string;
  readonly call: (phone: string) => string;
  readonly website: string;
  readonly oneLess: string;
  readonly oneMore: string;
  readonly optional: string;
  readonly total: string;
}
