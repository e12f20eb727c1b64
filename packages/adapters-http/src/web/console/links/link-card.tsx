import { change, changeOnce } from '../../client/console-rpc.js';
import { ActWords } from '../components/act-words.js';
import { useConsole } from '../components/console-context.js';
import { type Act, useAct } from '../hooks/use-act.js';
import type { AnswerOf } from '../wire.js';
import { useLinks } from './links-texts.js';
import { RotateForm } from './rotate-form.js';

export type Link = AnswerOf<'links.get'>;

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
  const { id, name, url, disabled, secretsCount, counts, lastSeenAt, lastDeliveredAt } = link;
  const rotate = (graceHours: number) => act.take('rotate', () => changeOnce('links.rotate', { id, graceHours }), onSecret);
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
      {may('links:write') && <LinkTools link={link} act={act} onChanged={onChanged} />}
      {may('links:write') && <RotateForm isBusy={act.busyWith !== null} onRotate={rotate} />}
    </section>
  );
}

function LinkTools({ link: { id, name, url, disabled }, act, onChanged }: { link: Link; act: Act; onChanged: () => void }) {
  const { may } = useConsole();
  const words = useLinks();
  const done = (said: string) => () => {
    onChanged();
    return said;
  };
  const press = (label: string, onPress: () => void) => (
    <button type="button" class="text-button" aria-disabled={act.busyWith !== null} onClick={onPress}>
      {label}
      <span class="visually-hidden"> ({name})</span>
    </button>
  );
  return (
    <div class="tools">
      {url !== null && press(words.test, () => act.take('test', () => changeOnce('links.test', { id }), words.tested))}
      {disabled === null
        ? press(words.disable, () => act.take('disable', () => change('links.disable', { id }), done(words.isDisabled)))
        : press(words.enable, () => act.take('enable', () => change('links.enable', { id }), done(words.isEnabled)))}
      {may('links:delete') && press(words.revoke, () => act.take('revoke', () => change('links.delete', { id }), done(words.revoked)))}
    </div>
  );
}
