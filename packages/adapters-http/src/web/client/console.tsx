import { hydrate } from 'preact';
import { ConsoleApp } from '../console/components/console-app.js';
import type { ConsoleState } from '../console/console-view.js';
import { readState } from './page-state.js';

const { state, root } = readState<ConsoleState>();

hydrate(<ConsoleApp {...state} />, root);

// A page the browser kept shows what was true when it was left.
addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
