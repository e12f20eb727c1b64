import { Notice } from '../../components/notice.js';
import type { PersonView } from '../manage-view.js';
import { useManage } from './manage-context.js';

export interface PersonHeadProps {
  readonly person: PersonView;
  readonly isBusy: boolean;
  readonly onSignOut: () => void;
  /** Asks for the mail that proves the address once more. */
  readonly onSendAgain: () => void;
}

/** Who is signed in, and the way out. */
export function PersonHead({ person, isBusy, onSignOut, onSendAgain }: PersonHeadProps) {
  const { texts } = useManage();
  return (
    <>
      <div class="home__head">
        <div>
          <h1 class="manage__title">{person.name}</h1>
          <p class="home__address">
            {person.email}
            {person.superAdmin && ` · ${texts.superAdmin}`}
          </p>
        </div>
        <button type="button" class="button button--quiet needs-script" aria-disabled={isBusy} onClick={onSignOut}>
          {texts.signOut}
        </button>
      </div>
      {!person.emailVerified && (
        <Notice tone="warm">
          <p>{texts.unverified}</p>
          <button type="button" class="text-button needs-script" aria-disabled={isBusy} onClick={onSendAgain}>
            {texts.sendAgain}
          </button>
        </Notice>
      )}
    </>
  );
}
