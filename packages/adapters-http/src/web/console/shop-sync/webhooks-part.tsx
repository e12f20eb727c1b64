import { useConsole } from '../components/console-context.js';
import { CopyButton } from '../components/copy-button.js';
import { Loading } from '../components/loading.js';
import { useAnswer } from '../hooks/use-answer.js';
import type { AnswerOf } from '../wire.js';
import { SecretRotation } from './secret-rotation.js';
import { useShopSync } from './texts/shop-sync-texts.js';
import { WebhookJournal } from './webhook-journal.js';

type Endpoints = AnswerOf<'webhooks.getEndpoints'>;

/** What is entered in the shop so that it tells of its changes, and what it has told. */
export function WebhooksPart() {
  const { may } = useConsole();
  const words = useShopSync();
  const endpoints = useAnswer('webhooks.getEndpoints', {});
  return (
    <>
      <p class="console__words">{words.webhooksHint}</p>
      <Loading of={endpoints}>
        {(answer) => (
          <>
            <Addresses endpoints={answer.endpoints} />
            <h2 class="console__subtitle">{words.secret}</h2>
            <p class="console__hint">{words.secretState[secretState(answer)]}</p>
            {may('webhooks:write') && (
              <SecretRotation hasSecret={answer.secret.canonical || answer.secret.older} onRotated={endpoints.reload} />
            )}
            <WebhookJournal />
          </>
        )}
      </Loading>
    </>
  );
}

function Addresses({ endpoints }: Pick<Endpoints, 'endpoints'>) {
  const words = useShopSync();
  return (
    <>
      <h2 class="console__subtitle">{words.addresses}</h2>
      <ul class="rows">
        {endpoints.map(({ entity, url }) => (
          <li key={entity} class="row">
            <div class="row__words">
              <p class="row__name">{words.entities[entity]}</p>
              <code class="address">{url}</code>
            </div>
            <CopyButton text={url} about={words.entities[entity]} />
          </li>
        ))}
      </ul>
    </>
  );
}

function secretState({ secret: { canonical, older } }: Endpoints): 'none' | 'one' | 'two' {
  if (canonical && older) return 'two';
  return canonical || older ? 'one' : 'none';
}
