import { RefusalText } from '../../manage/components/refusal-text.js';
import type { ConsoleRefusal } from '../console-refusal.js';
import { useConsole } from './console-context.js';

export function RefusalWords({ refusal }: { refusal: ConsoleRefusal }) {
  const { texts, link } = useConsole();
  return <RefusalText sentence={texts.refusals[refusal.code]} refusal={refusal} texts={texts} loginHref={link('login')} />;
}
