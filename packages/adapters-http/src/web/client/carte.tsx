import { hydrate } from 'preact';
import { CarteApp, type CarteState } from '../components/carte-app.js';
import { orderPath } from '../page-paths.js';
import { leaveFor } from './leave-for.js';
import { languageQuery, readState } from './page-state.js';

const { state, root } = readState<CarteState>();

hydrate(
  <CarteApp {...state} onPlaced={({ orderId }) => leaveFor(orderPath(state.carte.slug, orderId, 'takeaway') + languageQuery())} />,
  root,
);
