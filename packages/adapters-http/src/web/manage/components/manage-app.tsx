import { useLanguage } from '../hooks/use-language.js';
import type { ManageState, ManageView } from '../manage-view.js';
import { ForgotPage } from './forgot-page.js';
import { HomePage } from './home-page.js';
import { LoginPage } from './login-page.js';
import { ManageContext } from './manage-context.js';
import { Masthead } from './masthead.js';
import { OnboardPage } from './onboard-page.js';
import { ResetPage } from './reset-page.js';
import { UnknownPage } from './unknown-page.js';
import { VerifyPage } from './verify-page.js';

export interface ManageAppProps {
  readonly state: ManageState;
  /** The token of the link that led here; empty where there is none, and on the host. */
  readonly token: string;
}

/** Every page of the platform: rendered by the host, taken over by the script. */
export function ManageApp({ state, token }: ManageAppProps) {
  const { context, choose } = useLanguage(state);
  const { view } = state;
  return (
    <ManageContext.Provider value={context}>
      <div class={view.page === 'home' ? 'manage manage--home' : 'manage manage--entry'}>
        <Masthead isSmall={view.page === 'home'} query={queryOf(view)} onLanguage={choose} />
        <main class="manage__main">
          <div class="manage__page">{pageOf(view, token)}</div>
        </main>
      </div>
    </ManageContext.Provider>
  );
}

function pageOf(view: ManageView, token: string) {
  switch (view.page) {
    case 'login':
      return <LoginPage view={view} />;
    case 'forgot':
      return <ForgotPage />;
    case 'reset':
      return <ResetPage hasToken={view.hasToken} token={token} />;
    case 'verify':
      return <VerifyPage hasToken={view.hasToken} token={token} />;
    case 'onboard':
      return <OnboardPage view={view} />;
    case 'home':
      return <HomePage view={view} />;
    case 'unknown':
      return <UnknownPage />;
  }
}

/** What links to this page in another language have to say; never a token. */
function queryOf(view: ManageView): Readonly<Record<string, string>> {
  if (view.page === 'login') return { return_to: view.returnTo };
  return view.page === 'onboard' ? { d: view.d } : {};
}
