import { useConsole } from '../components/console-context.js';
import { knownConsoleCode } from '../console-refusal.js';

/** What a code says in words that was written down when it happened. */
export function useFaultWords(): (code: string) => string {
  const { texts } = useConsole();
  return (code) => texts.refusals[knownConsoleCode(code) ?? 'unexpected'];
}
