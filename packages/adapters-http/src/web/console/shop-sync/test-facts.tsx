import { useConsole } from '../components/console-context.js';
import type { ShopStatus } from './concerns.js';
import { useShopSync } from './texts/shop-sync-texts.js';
import { useFaultWords } from './use-fault-words.js';

/** What a shop that does not say its currency and its language is taken to have: codes for what is not known. */
const UNKNOWN_CODES: readonly string[] = ['XXX', 'und'];

/** What the last test of the connection has shown: terms and descriptions of a list. */
export function TestFacts({ test }: { test: ShopStatus['connection']['lastTest'] }) {
  const { when } = useConsole();
  const words = useShopSync();
  const faultWords = useFaultWords();
  if (test === null) {
    return (
      <>
        <dt>{words.lastTest}</dt>
        <dd>{words.untested}</dd>
      </>
    );
  }
  const { at, probe, fault } = test;
  const shopFacts = ({ name, version, timezone, currency, language }: NonNullable<typeof probe>) => [
    ...[name ?? words.nameless, words.version(version), timezone],
    ...[currency, language].filter((code) => !UNKNOWN_CODES.includes(code)),
  ];
  return (
    <>
      {probe !== null && (
        <>
          <dt>{words.shop}</dt>
          <dd>{shopFacts(probe).join(' · ')}</dd>
        </>
      )}
      <dt>{words.lastTest}</dt>
      <dd class={fault === null ? undefined : 'row__name--refused'}>
        {fault === null ? words.testGood(when(at)) : words.testBad(when(at), faultWords(fault))}
        {/* Remarks of the platform, in English. */}
        {probe?.remarks.map((remark) => (
          <span key={remark} class="facts__remark" lang="en">
            {remark}
          </span>
        ))}
      </dd>
      {probe !== null && probe.unreadable.length > 0 && (
        <>
          <dt>{words.mayNotRead}</dt>
          <dd class="row__name--refused">{probe.unreadable.join(', ')}</dd>
        </>
      )}
    </>
  );
}
