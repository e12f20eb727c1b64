import { hydrate } from 'preact';
import { OrderApp, type OrderState } from '../components/order-app.js';
import { textsOf } from '../texts/texts-of.js';
import { readState } from './page-state.js';

const { state, root } = readState<OrderState>();

hydrate(<OrderApp {...state} texts={textsOf(state.language)} />, root);
