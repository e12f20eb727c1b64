import { useEffect, useState } from 'preact/hooks';
import { useConsole } from './console-context.js';

/** Copies a text. Browsers allow it on encrypted pages and on this machine; elsewhere there is no button, and the text is there to be selected. */
export function CopyButton({ text, about }: { text: string; about: string }) {
  const { texts } = useConsole();
  const [isOffered, setOffered] = useState(false);
  const [said, setSaid] = useState('');
  useEffect(() => setOffered('clipboard' in navigator), []);
  if (!isOffered) return null;
  const copy = () => {
    setSaid('');
    navigator.clipboard.writeText(text).then(
      () => setSaid(texts.copied),
      () => setSaid(texts.notCopied),
    );
  };
  return (
    <span class="copy">
      <button type="button" class="text-button" onClick={copy}>
        {texts.copy}
        <span class="visually-hidden"> ({about})</span>
      </button>
      <span class="console__hint" role="status">
        {said}
      </span>
    </span>
  );
}
