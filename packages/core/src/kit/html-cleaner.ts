/** HTML of people as a mail may carry it. */
export interface CleanHtml {
  /** A fragment of the elements and attributes that are allowed, written anew: nothing of the input is copied as it was. */
  readonly html: string;
  /** What it says without its form: one line per block, addresses of links in brackets. */
  readonly text: string;
  /** The addresses in it, of links and pictures. */
  readonly addresses: readonly string[];
  /** What was left out, each once: `<script>`, `onclick=`. */
  readonly removed: readonly string[];
}

/** Knows HTML, as a port. Total: every text has an answer, however broken it is. */
export interface HtmlCleaner {
  /** `pictures`: pictures of other hosts may stay; each of them tells its host who opens the mail. */
  clean(html: string, allowed: { readonly pictures: boolean }): CleanHtml;
}
