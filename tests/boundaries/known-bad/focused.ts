// Goes red when a test is left focused.
// Checked as tests/core/focused.test.ts
describe.only('orders', () => { // red: suspicious/noFocusedTests
  it('refuses the order when the slot is full', () => undefined);
});
