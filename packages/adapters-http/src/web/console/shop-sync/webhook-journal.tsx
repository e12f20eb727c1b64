import { WEBHOOK_ENTITIES } from '@comptoir/core/webhooks/shop-event.js';
import { WEBHOOK_STATES } from '@comptoir/core/webhooks/webhook-log.js';
import { useState } from 'preact/hooks';
import { change } from '../../client/console-rpc.js';
import { ActWords } from '../components/act-words.js';
import { ChoiceField } from '../components/choice-field.js';
import { useConsole } from '../components/console-context.js';
import { Loading } from '../components/loading.js';
import { PageTurner } from '../components/page-turner.js';
import { useAct } from '../hooks/use-act.js';
import { useAnswer } from '../hooks/use-answer.js';
import { useFresh } from '../hooks/use-fresh.js';
import { useShopSync } from './texts/shop-sync-texts.js';
import { type WebhookLog, WebhookRow } from './webhook-row.js';

const STATES = ['all', ...WEBHOOK_STATES] as const;
const KINDS = ['all', ...WEBHOOK_ENTITIES] as const;

/** How often is looked for more: while something waits, and while nothing does. */
const WAITING_MS = 2000;
const IDLE_MS = 20_000;

/** What the shop has told, and what became of it. */
export function WebhookJournal() {
  const { may, texts } = useConsole();
  const words = useShopSync();
  const [state, setState] = useState<(typeof STATES)[number]>('all');
  const [kind, setKind] = useState<(typeof KINDS)[number]>('all');
  const [page, setPage] = useState(1);
  const logs = useAnswer('webhooks.listLogs', {
    page,
    ...(state === 'all' ? {} : { state }),
    ...(kind === 'all' ? {} : { entity: kind }),
  });
  const isWaiting = logs.answer?.items.some((log) => log.state === 'received' || log.state === 'processing') ?? false;
  useFresh(logs, isWaiting ? WAITING_MS : IDLE_MS);
  const act = useAct();
  const replay = ({ id }: WebhookLog) =>
    act.take(
      id,
      () => change('webhooks.replay', { logId: id }),
      () => {
        setPage(1);
        logs.reload();
        return words.replayed;
      },
    );
  return (
    <>
      <h2 class="console__subtitle">{words.journal}</h2>
      <p class="console__hint">{words.journalHint}</p>
      <div class="row-form row-form--wide">
        <ChoiceField
          label={words.state}
          name="state"
          choices={STATES}
          chosen={state}
          wordsOf={(choice) => (choice === 'all' ? words.anyState : words.states[choice])}
          onChoice={(choice) => {
            setState(choice);
            setPage(1);
          }}
        />
        <ChoiceField
          label={words.kind}
          name="kind"
          choices={KINDS}
          chosen={kind}
          wordsOf={(choice) => (choice === 'all' ? words.allKinds : words.entities[choice])}
          onChoice={(choice) => {
            setKind(choice);
            setPage(1);
          }}
        />
      </div>
      <div class="outcome--kept">
        <ActWords act={act} />
      </div>
      <button type="button" class="text-button" onClick={logs.reload}>
        {texts.refresh}
      </button>
      <Loading of={logs}>
        {(answer) => (
          <>
            {answer.items.length === 0 && <p class="console__hint">{words.noEvents}</p>}
            <ul class="rows">
              {answer.items.map((log) => (
                <WebhookRow
                  key={log.id}
                  log={log}
                  isBusy={act.busyWith !== null}
                  onReplay={may('webhooks:write') ? () => replay(log) : null}
                />
              ))}
            </ul>
            <PageTurner of={answer} label={words.journalPages} onPage={setPage} />
          </>
        )}
      </Loading>
    </>
  );
}
