import type { ShopEntity } from '@comptoir/core/shop-sync/shop-records.js';
import { useRef, useState } from 'preact/hooks';
import type { Told } from '../../client/console-rpc.js';
import { ActWords } from '../components/act-words.js';
import { useConsole } from '../components/console-context.js';
import { Loading } from '../components/loading.js';
import { PageTurner } from '../components/page-turner.js';
import { useAct } from '../hooks/use-act.js';
import { useAnswer } from '../hooks/use-answer.js';
import { dismissAll, retryAll } from './quarantine-acts.js';
import { QuarantineFilters } from './quarantine-filters.js';
import { QuarantinedRow } from './quarantined-row.js';
import { useShopSync } from './texts/shop-sync-texts.js';

/** Which records are listed. */
export interface QuarantineFilter {
  readonly dismissed: boolean;
  /** Null: of all kinds. */
  readonly entity: ShopEntity | null;
  /** An id in the shop; empty: any. */
  readonly search: string;
}

const PAGE_SIZE = 20;

/** What cannot be imported, with why, to be tried again or left alone: single ones, or many. */
export function QuarantinePart() {
  const { may, texts } = useConsole();
  const words = useShopSync();
  const [filter, setFilter] = useState<QuarantineFilter>({ dismissed: false, entity: null, search: '' });
  const [page, setPage] = useState(1);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [done, setDone] = useState<{ readonly count: number; readonly of: number } | null>(null);
  const { dismissed, entity, search } = filter;
  const records = useAnswer('shopSync.listQuarantine', {
    ...{ page, pageSize: PAGE_SIZE, dismissed },
    ...(entity === null ? {} : { entity }),
    ...(search === '' ? {} : { search }),
  });
  const act = useAct();
  const outcome = useRef<HTMLDivElement>(null);
  const mayRun = may('shopSync:run');

  const show = (next: QuarantineFilter) => {
    setFilter(next);
    setPage(1);
    setChosen(new Set());
  };
  const turn = (next: number) => {
    setPage(next);
    setChosen(new Set());
  };
  const take = <Answer,>(
    name: string,
    ids: readonly string[],
    call: (ids: readonly string[], onStep: (count: number) => void) => Promise<Told<Answer>>,
    said: (answer: Answer) => string,
  ) =>
    act.take(
      name,
      async () => {
        const told = await call(ids, (count) => setDone({ count, of: ids.length }));
        setDone(null);
        // Those before a refusal are done: the list says which are left.
        setChosen(new Set());
        setPage(1);
        records.reload();
        // The button that had the focus may go with its record: reading goes on from what came of it.
        outcome.current?.focus();
        return told;
      },
      said,
    );
  const retry = (ids: readonly string[]) => take('retry', ids, retryAll, ({ imported, left }) => words.retried(imported, left));
  const dismiss = (ids: readonly string[]) => take('dismiss', ids, dismissAll, words.dismissedSome);
  const isBusy = act.busyWith !== null;

  return (
    <>
      <p class="console__words">{words.quarantineHint}</p>
      <QuarantineFilters filter={filter} onFilter={show} />
      <div class="outcome outcome--kept" tabIndex={-1} ref={outcome}>
        <ActWords act={act} />
      </div>
      <Loading of={records}>
        {(answer) => {
          const picked = answer.items.filter(({ id }) => chosen.has(id)).map(({ id }) => id);
          const isAll = picked.length === answer.items.length;
          const isAnything = entity !== null || search !== '' || dismissed;
          if (answer.items.length === 0) return <p class="glance glance--good">{isAnything ? words.nothingFound : words.nothingApart}</p>;
          return (
            <>
              {mayRun && (
                <div class="tools">
                  <label class="choice choice--all">
                    <input
                      type="checkbox"
                      checked={isAll}
                      onChange={() => setChosen(new Set(isAll ? [] : answer.items.map(({ id }) => id)))}
                    />
                    <span class="choice__name">{words.selectAll}</span>
                  </label>
                  {picked.length > 0 && (
                    <button type="button" class="text-button" aria-disabled={isBusy} onClick={() => retry(picked)}>
                      {words.retrySome(picked.length)}
                    </button>
                  )}
                  {picked.length > 0 && !dismissed && (
                    <button type="button" class="text-button" aria-disabled={isBusy} onClick={() => dismiss(picked)}>
                      {words.dismissSome(picked.length)}
                    </button>
                  )}
                  {done !== null && <span class="console__hint">{words.soFar(done.count, done.of)}</span>}
                </div>
              )}
              <ul class="rows">
                {answer.items.map((record) => (
                  <QuarantinedRow
                    key={record.id}
                    record={record}
                    isBusy={isBusy}
                    isChosen={chosen.has(record.id)}
                    onChosen={() => setChosen(toggled(chosen, record.id))}
                    onRetry={() => retry([record.id])}
                    onDismiss={() => dismiss([record.id])}
                  />
                ))}
              </ul>
              <PageTurner of={answer} label={words.quarantinePages} onPage={turn} />
            </>
          );
        }}
      </Loading>
      <button type="button" class="text-button" onClick={records.reload}>
        {texts.refresh}
      </button>
    </>
  );
}

function toggled(chosen: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(chosen);
  if (!next.delete(id)) next.add(id);
  return next;
}
