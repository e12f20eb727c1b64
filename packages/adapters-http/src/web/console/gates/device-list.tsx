import { useState } from 'preact/hooks';
import { change } from '../../client/console-rpc.js';
import { ActWords } from '../components/act-words.js';
import { ConfirmButton } from '../components/confirm-button.js';
import { useConsole } from '../components/console-context.js';
import { Loading } from '../components/loading.js';
import { ShownSecret } from '../components/shown-secret.js';
import { TextForm } from '../components/text-form.js';
import { useAct } from '../hooks/use-act.js';
import type { Loaded } from '../hooks/use-answer.js';
import type { AnswerOf } from '../wire.js';
import { useGates } from './gates-texts.js';

export type Device = AnswerOf<'accessControl.listDevices'>['items'][number];

/** The keys of devices that scan: made, with the key shown once, and revoked. */
export function DeviceList({ devices }: { devices: Loaded<AnswerOf<'accessControl.listDevices'>> }) {
  const { may, texts } = useConsole();
  const words = useGates();
  const [made, setMade] = useState<AnswerOf<'accessControl.createDevice'> | null>(null);
  const act = useAct();
  const isBusy = act.busyWith !== null;
  const create = (name: string) =>
    act.take(
      'create',
      () => change('accessControl.createDevice', { name }),
      (created) => {
        setMade(created);
        devices.reload();
        return created.secret === null ? texts.secretLost : '';
      },
    );
  const revoke = ({ id, name }: Device) =>
    act.take(
      id,
      () => change('accessControl.revokeDevice', { id }),
      () => {
        devices.reload();
        return words.deviceGone(name);
      },
    );
  return (
    <>
      <h2 class="console__subtitle">{words.devices}</h2>
      <ActWords act={act} />
      <Loading of={devices}>
        {({ items }) => (
          <>
            {items.every(isOver) && <p class="console__hint">{texts.none}</p>}
            <ul class="rows">
              {items
                .filter((device) => !isOver(device))
                .map((device) => (
                  <li key={device.id} class="row">
                    <DeviceWords device={device} />
                    {may('accessControl:devices') && (
                      <ConfirmButton label={words.revoke} about={device.name} isBusy={isBusy} onConfirm={() => revoke(device)} />
                    )}
                  </li>
                ))}
            </ul>
          </>
        )}
      </Loading>
      {made !== null && made.secret !== null && (
        <ShownSecret
          title={words.newKey(made.key.name)}
          hint={words.newKeyHint}
          secret={made.secret}
          close={words.keyKept}
          onClose={() => setMade(null)}
        />
      )}
      {(made === null || made.secret === null) && may('accessControl:devices') && (
        <TextForm label={words.newDevice} action={words.createDevice} isBusy={isBusy} onText={create} />
      )}
    </>
  );
}

function isOver({ revokedAt }: Device): boolean {
  return revokedAt !== null;
}

function DeviceWords({ device: { name, createdAt, lastUsedAt } }: { device: Device }) {
  const { when } = useConsole();
  const words = useGates();
  return (
    <div class="row__words">
      <p class="row__name">{name}</p>
      <p class="console__hint">
        {words.created(when(createdAt))} · {lastUsedAt === null ? words.neverUsed : words.lastUsed(when(lastUsedAt))}
      </p>
    </div>
  );
}
