import { hasBoutique } from '@comptoir/core/sites/site.js';
import { hydrate } from 'preact';
import type { CarteState } from '../components/carte-app.js';
import { CarteApp } from '../components/carte-app.js';
import { orderPath } from '../page-paths.js';
import { languageQuery, readState } from './page-state.js';

const { state, root } = readState<CarteState>();

function toOrder(orderId: string): void {
  // Coming back must not show the sheet of an order that is placed, should the browser have kept the page as it was.
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
  location.assign(orderPath(state.carte.slug, orderId, hasBoutique(state.carte.trade) ? 'boutique' : 'takeaway') + languageQuery());
}

hydrate(<CarteApp {...state} onPlaced={toOrder} />, root);
