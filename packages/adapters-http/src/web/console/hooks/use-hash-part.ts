import { useEffect, useState } from 'preact/hooks';

/** The part of a page that the address names behind `#`, so that links lead to it and the browser goes back; the first one without. */
export function useHashPart<Part extends string>(parts: readonly Part[]): Part | null {
  const [named, setNamed] = useState('');
  useEffect(() => {
    const read = () => setNamed(location.hash.slice(1));
    read();
    addEventListener('hashchange', read);
    return () => removeEventListener('hashchange', read);
  }, []);
  return parts.find((part) => part === named) ?? parts[0] ?? null;
}
