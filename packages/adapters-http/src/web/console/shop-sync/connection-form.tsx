import { useState } from 'preact/hooks';
import { change, PATIENTLY } from '../../client/console-rpc.js';
import { Field } from '../../components/field.js';
import { useConsole } from '../components/console-context.js';
import type { ConsoleCode } from '../console-refusal.js';
import type { Act } from '../hooks/use-act.js';
import { KeyField } from './key-field.js';
import { useShopSync } from './texts/shop-sync-texts.js';

interface ConnectionFormProps {
  /** As it is now; empty: none is connected. */
  readonly url: string;
  readonly act: Act;
  /** Gets what is said, and gives it back. */
  readonly onConnected: (said: string) => string;
  /** Null: there is nothing to go back to. */
  readonly onClose: (() => void) | null;
}

const KEY = /^[\x21-\x7e]{16,200}$/;

/** Of a shop that does not answer usefully: it may be stored all the same. */
const SHOP_CODES: readonly ConsoleCode[] = ['shop_unauthorized', 'shop_unreachable', 'shop_unreadable', 'shop_unusable'];

/** Connects a shop once it answers, or says why it does not. */
export function ConnectionForm({ url: known, act, onConnected, onClose }: ConnectionFormProps) {
  const { texts } = useConsole();
  const words = useShopSync();
  const [url, setUrl] = useState(known);
  const [key, setKey] = useState('');
  const [isTried, setTried] = useState(false);
  const [unreadable, setUnreadable] = useState<readonly string[]>([]);
  const wanted = { url: url.trim(), key: key.trim() };
  const isGood = { url: /^https?:\/\/./.test(wanted.url) && URL.canParse(wanted.url), key: KEY.test(wanted.key) };
  const isBusy = act.busyWith !== null;

  const connect = (force: boolean) => {
    setTried(true);
    setUnreadable([]);
    if (!isGood.url || !isGood.key) return;
    act.take(
      'connect',
      async () => {
        const told = await change('shopSync.setConnection', { ...wanted, force }, PATIENTLY);
        // The refusal does not say what; whoever has made the key wants to know.
        if (told.refusal?.code === 'shop_unreadable')
          setUnreadable((await change('shopSync.checkConnection', wanted, PATIENTLY)).answer?.unreadable ?? []);
        return told;
      },
      ({ probe }) =>
        onConnected(
          probe === null ? words.savedUntested : words.connected(`${probe.name ?? words.nameless}, ${words.version(probe.version)}`),
        ),
    );
  };
  const mayForce = act.refusal !== null && SHOP_CODES.includes(act.refusal.code);
  return (
    <form
      class="narrow-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        connect(false);
      }}
    >
      <Field
        label={words.address}
        name="url"
        value={url}
        onValue={setUrl}
        hint={words.addressHint}
        fault={isTried && !isGood.url ? words.addressWrong : undefined}
      />
      <KeyField value={key} onValue={setKey} fault={isTried && !isGood.key ? words.keyWrong : undefined} />
      {unreadable.length > 0 && (
        <p class="fault" role="alert">
          {words.concerns.unreadable(unreadable.join(', '))}
        </p>
      )}
      <div class="tools">
        <button type="submit" class="button button--inline" aria-disabled={isBusy}>
          {isBusy ? texts.busy : words.testAndSave}
        </button>
        {mayForce && (
          <button type="button" class="text-button" aria-disabled={isBusy} onClick={() => connect(true)}>
            {words.saveAnyway}
          </button>
        )}
        {onClose !== null && (
          <button type="button" class="text-button" onClick={onClose}>
            {texts.cancel}
          </button>
        )}
      </div>
    </form>
  );
}
