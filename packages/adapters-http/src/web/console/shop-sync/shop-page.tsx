import { useConsole } from '../components/console-context.js';
import { useHashPart } from '../hooks/use-hash-part.js';
import { DriftPart } from './drift-part.js';
import { OverviewPart } from './overview-part.js';
import { QuarantinePart } from './quarantine-part.js';
import { SHOP_PARTS, type ShopPart, useShopSync } from './texts/shop-sync-texts.js';
import { WebhooksPart } from './webhooks-part.js';

/** The online shop that is synchronized with the establishment: whether it is in step, what was set apart, how far both are apart, and what it tells. */
export function ShopPage() {
  const { may, texts } = useConsole();
  const words = useShopSync();
  const shown = SHOP_PARTS.filter((part) => may(part === 'webhooks' ? 'webhooks:read' : 'shopSync:read'));
  const part = useHashPart(shown);
  return (
    <>
      <h1 class="console__title">{texts.pages.shop}</h1>
      <nav class="parts" aria-label={words.partsLabel}>
        {shown.map((choice) => (
          <a key={choice} class="part" href={`#${choice}`} aria-current={choice === part ? 'true' : undefined}>
            {words.parts[choice]}
          </a>
        ))}
      </nav>
      {part !== null && partOf(part)}
    </>
  );
}

function partOf(part: ShopPart) {
  switch (part) {
    case 'overview':
      return <OverviewPart />;
    case 'quarantine':
      return <QuarantinePart />;
    case 'drift':
      return <DriftPart />;
    case 'webhooks':
      return <WebhooksPart />;
  }
}
