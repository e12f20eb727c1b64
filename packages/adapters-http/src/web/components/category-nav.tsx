import { useEffect, useRef } from 'preact/hooks';
import { useCurrentSection } from '../hooks/use-current-section.js';
import type { MenuSection } from '../menu-sections.js';
import { usePage } from './page-context.js';

/** The sections of the menu, which stay in sight and follow the reader. Plain anchors without JavaScript. */
export function CategoryNav({ sections }: { sections: readonly MenuSection[] }) {
  const { texts, contentLang } = usePage();
  const strip = useRef<HTMLUListElement>(null);
  const current = useCurrentSection(sections.map(({ id }) => id));

  useEffect(() => {
    const link = strip.current?.querySelector<HTMLElement>('[aria-current]');
    if (!strip.current || !link) return;
    strip.current.scrollTo({ left: link.offsetLeft - (strip.current.clientWidth - link.clientWidth) / 2 });
  }, [current]);

  return (
    <nav class="index" aria-label={texts.categories}>
      <ul class="index__strip" ref={strip} lang={contentLang}>
        {sections.map(({ id, name }) => (
          <li key={id}>
            <a href={`#${id}`} aria-current={id === current ? 'true' : undefined}>
              {name ?? texts.otherItems}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
