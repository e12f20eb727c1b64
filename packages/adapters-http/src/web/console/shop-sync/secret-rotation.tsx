import { useState } from 'preact/hooks';
import { change } from '../../client/console-rpc.js';
import { ActWords } from '../components/act-words.js';
import { ConfirmButton } from '../components/confirm-button.js';
import { useConsole } from '../components/console-context.js';
import { ShownSecret } from '../components/shown-secret.js';
import { useAct } from '../hooks/use-act.js';
import { useShopSync } from './texts/shop-sync-texts.js';

interface SecretRotationProps {
  readonly hasSecret: boolean;
  readonly onRotated: () => void;
}

/** Draws a new secret of the webhooks, shown this once. */
export function SecretRotation({ hasSecret, onRotated }: SecretRotationProps) {
  const { texts } = useConsole();
  const words = useShopSync();
  const act = useAct();
  const [dropOld, setDropOld] = useState(false);
  const [made, setMade] = useState<string | null>(null);
  const rotate = () =>
    act.take(
      'rotate',
      () => change('webhooks.rotateSecret', { dropOld }),
      ({ secret }) => {
        onRotated();
        setDropOld(false);
        setMade(secret);
        // A repeated call answers without it.
        return secret === null ? texts.secretLost : '';
      },
    );
  return (
    <>
      <ActWords act={act} />
      {made !== null && (
        <ShownSecret
          title={words.newSecret}
          hint={words.newSecretHint}
          secret={made}
          close={words.secretKept}
          onClose={() => setMade(null)}
        />
      )}
      {made === null && (
        <>
          {hasSecret && (
            <label class="choice choice--row">
              <input type="checkbox" checked={dropOld} onChange={() => setDropOld(!dropOld)} />
              <span class="choice__name">{words.dropOld}</span>
            </label>
          )}
          <div class="tools">
            <ConfirmButton label={words.rotate} about={words.parts.webhooks} isBusy={act.busyWith !== null} onConfirm={rotate} />
          </div>
        </>
      )}
    </>
  );
}
