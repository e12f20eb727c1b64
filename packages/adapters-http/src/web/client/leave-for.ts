/** Goes to the page of an order that was placed. Coming back must not show its sheet, should the browser have kept the page as it was. */
export function leaveFor(address: string): void {
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
  location.assign(address);
}
