import { useState } from 'preact/hooks';
import { change } from '../../client/console-rpc.js';
import { ActWords } from '../components/act-words.js';
import { useConsole } from '../components/console-context.js';
import { Loading } from '../components/loading.js';
import { ShownSecret } from '../components/shown-secret.js';
import { useAct } from '../hooks/use-act.js';
import { useAnswer } from '../hooks/use-answer.js';
import { DeliveryList } from './delivery-list.js';
import { LinkCard } from './link-card.js';
import { LinkForm, type NewLink } from './link-form.js';
import { useLinks } from './links-texts.js';

/** A secret that was made just now, and whose it is. */
interface Made {
  readonly name: string;
  readonly secret: string;
}

/** The online shops that are linked to the till, and what was told to them. */
export function LinksPage() {
  const { may, texts } = useConsole();
  const words = useLinks();
  const links = useAnswer('links.list', {});
  const [made, setMade] = useState<Made | null>(null);
  const act = useAct();
  const show = ({ name, secret }: { readonly name: string; readonly secret?: string }) => {
    links.reload();
    setMade(secret === undefined ? null : { name, secret });
    return secret === undefined ? texts.secretLost : '';
  };
  const create = (link: NewLink) => act.take('create', () => change('links.create', link), show);
  return (
    <>
      <h1 class="console__title">{texts.pages.links}</h1>
      <p class="console__words">{words.hint}</p>
      <ActWords act={act} />
      {made !== null && (
        <ShownSecret
          title={words.newSecret(made.name)}
          hint={words.newSecretHint}
          secret={made.secret}
          close={words.secretKept}
          onClose={() => setMade(null)}
        />
      )}
      <Loading of={links}>
        {(items) => (
          <>
            {items.length === 0 && <p class="console__hint">{texts.none}</p>}
            {items.map((link) => (
              <LinkCard key={link.id} link={link} onChanged={links.reload} onSecret={show} />
            ))}
          </>
        )}
      </Loading>
      {may('links:write') && <LinkForm key={links.answer?.length ?? 0} isBusy={act.busyWith !== null} onLink={create} />}
      <h2 class="console__subtitle">{words.deliveries}</h2>
      <DeliveryList links={links.answer ?? []} />
    </>
  );
}
