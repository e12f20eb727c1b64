import { useRef, useState } from 'preact/hooks';
import { ask, change, PATIENTLY } from '../../client/console-rpc.js';
import { ActWords } from '../components/act-words.js';
import { ConfirmButton } from '../components/confirm-button.js';
import { useConsole } from '../components/console-context.js';
import { type Act, useAct } from '../hooks/use-act.js';
import type { ShopStatus } from './concerns.js';
import { ConnectionForm } from './connection-form.js';
import { TestFacts } from './test-facts.js';
import { useShopSync } from './texts/shop-sync-texts.js';

interface ConnectionCardProps {
  readonly connection: ShopStatus['connection'];
  readonly onChanged: () => void;
}

/** The shop the establishment is connected to, what its last test has shown, and what changes it. */
export function ConnectionCard({ connection, onChanged }: ConnectionCardProps) {
  const { may } = useConsole();
  const words = useShopSync();
  const act = useAct();
  const [isEdited, setEdited] = useState(false);
  const { connected, url, keySet, lastTest } = connection;
  const mayChange = may('shopSync:write') && may('settings:write');
  const isForm = mayChange && (isEdited || url === null);
  const heading = useRef<HTMLHeadingElement>(null);
  const done = (said: string) => {
    setEdited(false);
    onChanged();
    // The button that had the focus goes with its form: reading goes on from here.
    heading.current?.focus();
    return said;
  };
  return (
    <section class="boxed">
      <h2 class="console__subtitle" tabIndex={-1} ref={heading}>
        {url === null ? words.connect : words.connection}
      </h2>
      {url === null && <p class="console__hint">{mayChange ? words.connectHint : words.askAdministrator}</p>}
      <ActWords act={act} />
      {url !== null && (
        <dl class="facts">
          <dt>{words.address}</dt>
          <dd>{url}</dd>
          {!keySet && (
            <>
              <dt>{words.key}</dt>
              <dd class="row__name--refused">{words.keyMissing}</dd>
            </>
          )}
          <TestFacts test={lastTest} />
        </dl>
      )}
      {isForm && <ConnectionForm url={url ?? ''} act={act} onConnected={done} onClose={url === null ? null : () => setEdited(false)} />}
      {!isForm && url !== null && (
        <ConnectionTools
          connection={{ connected, url }}
          act={act}
          onChanged={onChanged}
          onEdit={mayChange ? () => setEdited(true) : null}
          onGone={() => done(words.disconnected)}
        />
      )}
    </section>
  );
}

interface ConnectionToolsProps {
  readonly connection: { readonly connected: boolean; readonly url: string };
  readonly act: Act;
  readonly onChanged: () => void;
  /** Null: the caller may not change it. */
  readonly onEdit: (() => void) | null;
  /** Gives what is said once it is disconnected. */
  readonly onGone: () => string;
}

function ConnectionTools({ connection: { connected, url }, act, onChanged, onEdit, onGone }: ConnectionToolsProps) {
  const { may, texts } = useConsole();
  const words = useShopSync();
  const test = () =>
    act.take(
      'test',
      // Whatever comes of it, it is the last test from then on.
      () => ask('shopSync.test', {}, PATIENTLY).finally(onChanged),
      () => words.tested,
    );
  const disconnect = () => act.take('disconnect', () => change('shopSync.removeConnection', {}), onGone);
  return (
    <div class="tools">
      {connected && may('shopSync:run') && (
        <button type="button" class="text-button" aria-disabled={act.busyWith !== null} onClick={test}>
          {act.busyWith === 'test' ? texts.busy : words.test}
        </button>
      )}
      {onEdit !== null && (
        <>
          <button type="button" class="text-button" onClick={onEdit}>
            {words.edit}
          </button>
          <ConfirmButton label={words.disconnect} about={url} isBusy={act.busyWith !== null} onConfirm={disconnect} />
        </>
      )}
    </div>
  );
}
