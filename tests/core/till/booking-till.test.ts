import { posOrdersRouter } from '@comptoir/core/till/pos-orders-procedures.js';
import { expect } from 'chai';
import { refusalOf } from '../../suites/suite.js';
import { anOfferedSession } from '../../suites/ticket-builders.js';
import { callsOf } from '../organisation.js';
import { aMuseum } from '../ticketing/a-museum.js';

const ADA = { name: 'Ada Lovelace', email: 'ada@example.test', phone: null };
const PAID = [{ method: 'card', amountCents: 1400 } as const, { method: 'cash', amountCents: 1000, tenderedCents: 2000 } as const];
const DAY_MS = 86_400_000;

/** A museum with a register, its shift open, and two seats at 12 € that are booked and to be paid at the desk. */
async function aDesk() {
  const museum = await aMuseum();
  const { scope, services, persistence, organisation } = museum;
  const { offer, session } = await anOfferedSession(persistence, scope);
  const wanted = { sessionId: session.id, lines: [{ rateId: offer.rates[0]?.id ?? '', quantity: 2 }] };
  const { order } = await services.bookings.book(scope, wanted, ADA, 'fr');
  const register = await services.till.createRegister(scope, 'Accueil');
  await services.till.openShift(scope, register.id, 5000);
  const { call: staff } = await organisation.joinAs('staff');
  const pos = callsOf('posOrders', posOrdersRouter());
  const ringUp = (changes: Record<string, unknown> = {}) =>
    pos('ringUpBooking', staff, { id: order.id, registerId: register.id, payments: PAID, ...changes });
  const booking = () => museum.calls('bookingsGet', staff, { id: order.id });
  const soldOf = () => services.views.sales.ofOrder(scope, order.id);
  return { ...museum, wanted, id: order.id, register, staff, pos, ringUp, booking, soldOf };
}

const codeOf = async (call: Promise<unknown>) => (await refusalOf(call)).code;

describe('a booking at the desk', () => {
  it('is rung up with its lines, in the shift, in the journal, and is paid', async () => {
    const { ringUp, booking, services, scope, register, id } = await aDesk();
    const { sale, receipt } = await ringUp();

    expect(sale).to.deep.include({ kind: 'sale', register: 'Accueil', orderId: id, totalCents: 2400, payments: PAID });
    expect(sale.lines).to.have.length(1);
    expect(sale.lines[0]).to.deep.include({ itemId: null, quantity: 2, unitPriceCents: 1200, taxBasisPoints: 550 });
    expect(sale.lines[0]?.name).to.include('Plein tarif');
    expect(receipt).to.deep.include({ changeCents: 1000, totalCents: 2400 });
    expect(await booking()).to.deep.include({ status: 'confirmed', payment: 'at_pickup', totalCents: 2400, paidCents: 2400 });
    expect((await services.till.report(scope, register.id)).totals).to.deep.include({ count: 1, totalCents: 2400 });
    expect(await services.journal.verify(scope)).to.deep.include({ problems: [] });
    const events = await services.views.orders.events(scope, id);
    expect(events.at(-1)).to.deep.include({ kind: 'payment', data: { saleId: sale.id, register: 'Accueil', amountCents: 2400 } });
    expect((await services.bookings.get(scope, id)).order.version).to.equal(events.length);
  });

  it('is rung up once, whoever tries at the same time', async () => {
    const { ringUp, soldOf } = await aDesk();
    const codes = await Promise.all(
      [1, 2, 3].map(() =>
        ringUp().then(
          () => 'sold',
          (error: { code?: string }) => error.code,
        ),
      ),
    );
    expect(codes.sort()).to.deep.equal(['payment_over', 'payment_over', 'sold']);
    const again = await refusalOf(ringUp());
    expect(again.facts).to.deep.equal({ saleId: (await soldOf())[0]?.id, number: 1 });
    expect(await soldOf()).to.have.length(1);
  });

  it('is refused where nothing is to be paid at the desk, and leaves nothing behind', async () => {
    const { ringUp, calls, call, id, services, wanted, site, booking, soldOf, clock } = await aDesk();
    const held = await services.bookings.hold(site.slug, wanted, 'fr', null);
    expect(await codeOf(ringUp({ id: held.booking.order.id }))).to.equal('invalid_transition');
    expect(await codeOf(ringUp({ id: 'nothing' }))).to.equal('unknown_order');
    expect(await codeOf(ringUp({ registerId: 'nothing' }))).to.equal('unknown_register');
    expect((await refusalOf(ringUp({ payments: [{ method: 'cash', amountCents: 2300 }] }))).facts).to.deep.equal({ dueCents: 2400 });
    clock.advance(DAY_MS + 1);
    expect(await codeOf(ringUp())).to.equal('shift_over');
    await calls('bookingsCancel', call, { id });
    expect(await codeOf(ringUp())).to.equal('invalid_transition');
    expect([(await booking()).paidCents, await soldOf()]).to.deep.equal([0, []]);
  });

  it('is not practised', async () => {
    const { ringUp, services, scope, register } = await aDesk();
    await services.till.closeShift(scope, register.id, []);
    expect(await codeOf(ringUp())).to.equal('no_open_shift');
    await services.till.updateRegister(scope, register.id, { training: true });
    expect(await codeOf(ringUp())).to.equal('invalid_request');
  });

  it('is cancelled by the desk once it is paid there, which gives the money back as of any sale', async () => {
    const { ringUp, booking, services, pos, call, calls, id, register, scope } = await aDesk();
    const { sale } = await ringUp();
    expect((await services.bookings.find(id)).cancellable).to.equal(false);
    expect(await codeOf(services.bookings.cancelByGuest(id))).to.equal('invalid_transition');
    expect((await booking()).status).to.equal('confirmed');

    const cancelled = await calls('bookingsCancel', call, { id });
    expect(cancelled).to.deep.include({ status: 'cancelled', paidCents: 2400 });
    const lines = [{ number: 1, quantity: 2 }];
    const payments = [{ method: 'cash' as const, amountCents: 2400 }];
    await pos('refund', call, { id: sale.id, registerId: register.id, lines, payments });
    expect((await booking()).paidCents).to.equal(0);
    expect(await services.journal.verify(scope)).to.deep.include({ problems: [] });
  });

  it('stays sold when money by card that came late goes back', async () => {
    const { ringUp, booking, services, scope, id } = await aDesk();
    await ringUp();
    const order = await services.views.orders.get(scope, id);
    if (order === null) throw new Error('The booking is gone.');
    await services.unitOfWork(scope, ({ orderSales }) => orderSales.paymentChanged(scope, order, 'refund_due', 'refunded'));
    expect((await booking()).paidCents).to.equal(2400);
  });
});
