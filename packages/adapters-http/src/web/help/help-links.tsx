import type { HelpLink, HelpSite } from '@comptoir/core/helpdesk-kb/help-centre.js';
import { helpPath } from '../page-paths.js';
import { langOf } from './help-frame.js';

export interface HelpLinksProps {
  readonly site: HelpSite;
  readonly links: readonly HelpLink[];
  /** The language of the page around them. */
  readonly language: string;
  /** `?lang=fr` or empty. */
  readonly query: string;
}

/** Articles as a list of links, each with what it says in short. */
export function HelpLinks({ site, links, language, query }: HelpLinksProps) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari drops the list role of a list without markers
    <ul class="help-links" role="list">
      {links.map((link) => (
        <li key={link.id} lang={langOf(link.language, language)}>
          <a href={helpPath(site.slug, link.slug) + query}>{link.title}</a>
          {link.summary !== null && <p>{link.summary}</p>}
        </li>
      ))}
    </ul>
  );
}
