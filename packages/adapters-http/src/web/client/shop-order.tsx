import { hydrate } from 'preact';
import { OrderApp, type OrderState } from '../components/order-app.js';
import { shopTextsOf } from '../texts/shop-texts-of.js';
import { readState } from './page-state.js';

const { state, root } = readState<OrderState>();

hydrate(<OrderApp {...state} texts={shopTextsOf(state.language)} />, root);
