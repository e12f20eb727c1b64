import type { Refusal } from '../refusal.js';
import { useManage } from './manage-context.js';
import { RefusalText } from './refusal-text.js';

export function RefusalWords({ refusal }: { refusal: Refusal }) {
  const { texts, link } = useManage();
  return <RefusalText sentence={texts.refusals[refusal.code]} refusal={refusal} texts={texts} loginHref={link('login')} />;
}
