import { useState } from 'preact/hooks';
import { change } from '../../client/console-rpc.js';
import { ActWords } from '../components/act-words.js';
import { ConfirmButton } from '../components/confirm-button.js';
import { useConsole } from '../components/console-context.js';
import { type Act, useAct } from '../hooks/use-act.js';
import type { AnswerOf } from '../wire.js';
import { useLinks } from './links-texts.js';
import { RotateForm } from './rotate-form.js';

export type Link = AnswerOf<'links.get'>;
type Ping = AnswerOf<'links.test'>;

interface LinkCardProps {
  readonly link: Link;
  readonly onChanged: () => void;
  /** Shows the secret that was made, and gives what is said then. */
  readonly onSecret: (made: AnswerOf<'links.rotate'>) => string;
}

/** A link: what it has carried, whether it carries now, and what can be done with it. */
export function LinkCard({ link, onChanged, onSecret }: LinkCardProps) {
  const { may, when } = useConsole();
  const words = useLinks();
  const act = useAct();
  const [ping, setPing] = useState<Ping | null>(null);
  const { id, name, url, disabled, secretsCount, counts, lastSeenAt, lastDeliveredAt } = link;
  const rotate = (graceHours: number) => act.take('rotate', () => change('links.rotate', { id, graceHours }), onSecret);
  const facts = [
    words.counts(counts),
    lastSeenAt === null ? words.neverSeen : words.lastSeen(when(lastSeenAt)),
    ...(lastDeliveredAt === null ? [] : [words.lastDelivered(when(lastDeliveredAt))]),
    ...(secretsCount > 1 ? [words.secrets(secretsCount)] : []),
  ];
  return (
    <section class="boxed" aria-label={name}>
      <h2 class="row__name">
        {name} {disabled !== null && <span class="badge">{words.disabled[disabled.reason]}</span>}
      </h2>
      <p class="console__hint">{url ?? words.noUrl}</p>
      <p class="console__hint">{facts.join(' · ')}</p>
      <ActWords act={act} />
      {ping !== null && (
        <p class={ping.delivered ? 'said' : 'fault'} role="status">
          {words.tested(ping)}
        </p>
      )}
      {may('links:write') && <LinkTools link={link} act={act} onChanged={onChanged} onPing={setPing} />}
      {may('links:write') && <RotateForm isBusy={act.busyWith !== null} onRotate={rotate} />}
    </section>
  );
}

interface LinkToolsProps {
  readonly link: Link;
  readonly act: Act;
  readonly onChanged: () => void;
  readonly onPing: (ping: Ping | null) => void;
}

function LinkTools({ link: { id, name, url, disabled }, act, onChanged, onPing }: LinkToolsProps) {
  const { may } = useConsole();
  const words = useLinks();
  const done = (said: string) => () => {
    onChanged();
    return said;
  };
  const test = () => {
    onPing(null);
    act.take(
      'test',
      () => change('links.test', { id }),
      (ping) => {
        onPing(ping);
        return '';
      },
    );
  };
  const press = (label: string, onPress: () => void) => (
    <button type="button" class="text-button" aria-disabled={act.busyWith !== null} onClick={onPress}>
      {label}
      <span class="visually-hidden"> ({name})</span>
    </button>
  );
  return (
    <div class="tools">
      {url !== null && press(words.test, test)}
      {disabled === null
        ? press(words.disable, () => act.take('disable', () => change('links.disable', { id }), done(words.isDisabled)))
        : press(words.enable, () => act.take('enable', () => change('links.enable', { id }), done(words.isEnabled)))}
      {may('links:delete') && (
        <ConfirmButton
          label={words.revoke}
          about={name}
          isBusy={act.busyWith !== null}
          onConfirm={() => act.take('revoke', () => change('links.delete', { id }), done(words.revoked))}
        />
      )}
    </div>
  );
}
