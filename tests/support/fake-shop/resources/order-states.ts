import type { OrderState } from '../data/model.js';
import { fieldsOf } from './field.js';
import type { Resource } from './resource.js';

const f = fieldsOf<OrderState>();

/** Read by the index of their modules. */
export const orderStates: Resource<OrderState> = {
  name: 'order_states',
  node: 'order_state',
  fields: [
    f.id(),
    f.flag('unremovable', (s) => s.id < 14),
    f.flag('delivery', (s) => s.delivery),
    f.flag('hidden', (_) => false),
    f.flag('send_email', (s) => s.template !== ''),
    f.text('module_name', (s) => s.module),
    f.flag('invoice', (s) => s.invoice),
    f.text('color', (s) => s.color),
    f.flag('logable', (s) => s.logable),
    f.flag('shipped', (s) => s.shipped),
    f.flag('paid', (s) => s.paid),
    f.flag('pdf_delivery', (_) => false),
    f.flag('pdf_invoice', (s) => s.invoice),
    f.flag('deleted', (s) => s.deleted),
    f.flag('active', (s) => !s.deleted, { to: '1.6' }),
    f.local('name', (s) => s.name),
    f.local('template', (s) => s.name.map(() => s.template)),
    f.local('email_subject', (s) => s.name.map(() => ''), { to: '1.6' }),
  ],
  associations: [],
  all: (db) => db.orderStates.all(),
  byId: (db, id) => db.orderStates.get(id),
  order: (a, b) => (a.module < b.module ? -1 : a.module > b.module ? 1 : a.id - b.id),
};
