import { SHOP_ENTITIES } from '@comptoir/core/shop-sync/shop-records.js';
import { Notice } from '../../components/notice.js';
import { ConfirmButton } from '../components/confirm-button.js';
import { useConsole } from '../components/console-context.js';
import type { ShopStatus } from './concerns.js';
import type { Begin } from './job-cards.js';
import { useShopSync } from './texts/shop-sync-texts.js';

interface StoppedNoticeProps {
  readonly stopped: NonNullable<ShopStatus['stopped']>;
  readonly isBusy: boolean;
  readonly onBegin: Begin;
}

/** The full pass took nothing away because too much was gone: what, and how to say that it is meant. */
export function StoppedNotice({ stopped: { at, vanished }, isBusy, onBegin }: StoppedNoticeProps) {
  const { may, when } = useConsole();
  const words = useShopSync();
  const kinds = SHOP_ENTITIES.flatMap((entity) => {
    const count = vanished[entity];
    return count === undefined ? [] : [words.vanished(count, words.entities[entity])];
  });
  const begin = (isDry: boolean) => onBegin('full', { isDry, acceptDisappearance: true });
  return (
    <Notice tone="warm">
      <h2 class="row__name">{words.stoppedTitle}</h2>
      <p>{words.stopped(when(at), kinds.join(', '))}</p>
      <p>{words.stoppedHint}</p>
      {may('shopSync:run') && (
        <div class="tools">
          <button type="button" class="text-button" aria-disabled={isBusy} onClick={() => begin(true)}>
            {words.acceptDry}
          </button>
          <ConfirmButton label={words.accept} about={words.acceptAbout} isBusy={isBusy} onConfirm={() => begin(false)} />
        </div>
      )}
    </Notice>
  );
}
