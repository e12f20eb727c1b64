import { hydrate } from 'preact';
import { ManageApp } from '../manage/components/manage-app.js';
import type { ManageState } from '../manage/manage-view.js';
import { readState } from './page-state.js';

const { state, root } = readState<ManageState>();

hydrate(<ManageApp state={state} token={takeToken()} />, root);

// A page the browser kept shows what was true when it was left: who is signed in, which sessions are open.
addEventListener('pageshow', ({ persisted }) => persisted && location.reload());

/** The token a mail led here with. It leaves the address, where it would be seen, kept in the history and copied along. */
function takeToken(): string {
  const address = new URL(location.href);
  const token = address.searchParams.get('token') ?? '';
  address.searchParams.delete('token');
  if (token !== '') history.replaceState(null, '', address);
  return token;
}
