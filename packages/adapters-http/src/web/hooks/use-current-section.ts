import { useEffect, useState } from 'preact/hooks';

/** The id of the section being read: the last one whose top has passed the upper third of the window. */
export function useCurrentSection(ids: readonly string[]): string | null {
  const [current, setCurrent] = useState<string | null>(null);
  const key = ids.join('\n');

  useEffect(() => {
    const sections = key.split('\n').flatMap((id) => document.getElementById(id) ?? []);
    const look = () => {
      const line = window.innerHeight / 3;
      const passed = sections.filter((section) => section.getBoundingClientRect().top <= line);
      setCurrent(passed.at(-1)?.id ?? null);
    };
    // Told only when a section crosses the line, not at every scrolled pixel.
    const observer = new IntersectionObserver(look, { rootMargin: '-33% 0px -66% 0px' });
    for (const section of sections) observer.observe(section);
    return () => observer.disconnect();
  }, [key]);

  return current;
}
