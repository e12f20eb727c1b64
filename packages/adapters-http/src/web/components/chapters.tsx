import type { CarteItem } from '@comptoir/core/carte/carte.js';
import type { VNode } from 'preact';
import type { MenuSection } from '../menu-sections.js';
import { usePage } from './page-context.js';

export interface ChaptersProps {
  readonly sections: readonly MenuSection[];
  /** The class of the lists. */
  readonly list: 'dishes' | 'goods';
  /** An item as a list item with a key. */
  readonly children: (item: CarteItem) => VNode;
}

/** Everything that is offered, section by section. */
export function Chapters({ sections, list, children }: ChaptersProps) {
  const { texts, contentLang } = usePage();
  if (sections.length === 0) {
    return (
      <section class="empty-menu">
        <h2>{texts.emptyMenu}</h2>
        <p>{texts.emptyMenuHint}</p>
      </section>
    );
  }
  return (
    <>
      {sections.map(({ id, name, items }) => (
        <section key={id} id={id} class="chapter" aria-labelledby={`${id}-title`}>
          <h2 id={`${id}-title`} class="chapter__title" lang={name === null ? undefined : contentLang}>
            {name ?? texts.otherItems}
          </h2>
          {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the list role of a list without markers */}
          <ul class={list} role="list">
            {items.map(children)}
          </ul>
        </section>
      ))}
      {sections.some(({ items }) => items.some(({ allergens }) => allergens.length > 0)) && (
        <p class="allergens-note">{texts.allergensNote}</p>
      )}
    </>
  );
}
