import type { WebAssets } from '../assets.js';
import { renderDocument } from '../document.js';
import { ManageApp } from './components/manage-app.js';
import type { ManageState } from './manage-view.js';
import { manageTextsOf } from './texts/manage-texts-of.js';

/** A page of the platform. It belongs to whoever looks at it, so it is kept from search engines. */
export function renderManagePage(state: ManageState, assets: WebAssets): string {
  return renderDocument({
    language: state.language,
    assets,
    title: manageTextsOf(state.language).titles[state.view.page],
    description: null,
    canonical: null,
    stylesheet: 'manage.css',
    body: <ManageApp state={state} token="" />,
    client: { script: 'manage.js', state },
  });
}
