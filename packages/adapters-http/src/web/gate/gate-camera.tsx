import { useEffect, useRef, useState } from 'preact/hooks';
import type { GateTexts } from '../texts/gate-texts.js';
import { readCodes } from './read-codes.js';

export interface GateCameraProps {
  readonly texts: GateTexts;
  onCode(code: string): void;
}

/** The camera, once somebody has opened it. */
export function GateCamera({ texts, onCode }: GateCameraProps) {
  const [isOpen, setOpen] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const video = useRef<HTMLVideoElement>(null);
  // The reader lives longer than a rendering: it calls whatever is current.
  const take = useRef(onCode);
  take.current = onCode;

  useEffect(() => {
    const shown = video.current;
    if (!isOpen || shown === null) return;
    const reading = readCodes(shown, (code) => take.current(code));
    reading.catch(() => {
      setMissing(true);
      setOpen(false);
    });
    return () => void reading.then((reader) => reader.stop()).catch(() => undefined);
  }, [isOpen]);

  return (
    <section class="gate__camera">
      {isOpen && <video ref={video} muted playsInline />}
      {isMissing && <p class="fault">{texts.noCamera}</p>}
      <button type="button" class="button button--quiet" aria-pressed={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? texts.cameraOff : texts.camera}
      </button>
    </section>
  );
}
