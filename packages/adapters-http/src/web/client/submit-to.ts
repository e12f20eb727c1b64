/** Posts an empty form and follows where that leads, as a button of the page would. Coming back shows the page anew. */
export function submitTo(address: string): void {
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
  const form = document.createElement('form');
  form.method = 'post';
  form.action = address;
  document.body.append(form);
  form.submit();
}
