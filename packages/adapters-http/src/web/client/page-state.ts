/** The element a page lives in and the data it was rendered from, both written by the host that served this script. */
export function readState<State>(): { readonly state: State; readonly root: Element } {
  const root = document.getElementById('page');
  const data = document.getElementById('state');
  if (root === null || data === null) throw new Error('The page was not rendered by its host.');
  return { root, state: JSON.parse(data.textContent ?? '') as State };
}

/** The language asked for in the address, to be kept on the way to the next page. */
export function languageQuery(): string {
  const language = new URLSearchParams(location.search).get('lang');
  return language === null ? '' : `?lang=${encodeURIComponent(language)}`;
}
