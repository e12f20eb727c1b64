import { useState } from 'preact/hooks';
import { change } from '../../client/console-rpc.js';
import { ActWords } from '../components/act-words.js';
import { useConsole } from '../components/console-context.js';
import { Loading } from '../components/loading.js';
import { useAct } from '../hooks/use-act.js';
import { useAnswer } from '../hooks/use-answer.js';
import type { AnswerOf } from '../wire.js';
import type { Link } from './link-card.js';
import { useLinks } from './links-texts.js';

type Delivery = AnswerOf<'links.listDeliveries'>['items'][number];

/** What was told to shops last, or will be. */
export function DeliveryList({ links }: { links: readonly Link[] }) {
  const { may, texts } = useConsole();
  const words = useLinks();
  const [pageSize, setPageSize] = useState(20);
  const deliveries = useAnswer('links.listDeliveries', { pageSize });
  const act = useAct();
  const again = ({ id }: Delivery) =>
    act.take(
      id,
      () => change('links.redeliver', { id }),
      () => {
        deliveries.reload();
        return words.sentAgain;
      },
    );
  const nameOf = ({ linkId }: Delivery) => links.find(({ id }) => id === linkId)?.name ?? '–';
  return (
    <>
      <ActWords act={act} />
      <button type="button" class="text-button" onClick={deliveries.reload}>
        {texts.refresh}
      </button>
      <Loading of={deliveries}>
        {({ items, total }) => (
          <>
            {items.length === 0 && <p class="console__hint">{texts.none}</p>}
            <ul class="rows">
              {items.map((delivery) => (
                <li key={delivery.id} class="row">
                  <DeliveryWords delivery={delivery} shop={nameOf(delivery)} />
                  {may('links:write') && (
                    <button type="button" class="text-button" aria-disabled={act.busyWith !== null} onClick={() => again(delivery)}>
                      {words.sendAgain}
                      <span class="visually-hidden"> ({nameOf(delivery)})</span>
                    </button>
                  )}
                </li>
              ))}
            </ul>
            {total > items.length && pageSize < 100 && (
              <button type="button" class="text-button" onClick={() => setPageSize(100)}>
                {texts.older}
              </button>
            )}
          </>
        )}
      </Loading>
    </>
  );
}

function DeliveryWords({ delivery, shop }: { delivery: Delivery; shop: string }) {
  const { when } = useConsole();
  const words = useLinks();
  const { type, state, attempts, lastStatus, lastError, createdAt } = delivery;
  const answer = lastError ?? (lastStatus === null ? null : String(lastStatus));
  return (
    <div class="row__words">
      <p class={state === 'dead' ? 'row__name row__name--refused' : 'row__name'}>
        {words.events[type]} · {words.states[state]}
      </p>
      <p class="console__hint">
        {when(createdAt)} · {shop} · {words.attempts(attempts)}
        {answer !== null && ` · ${answer}`}
      </p>
    </div>
  );
}
