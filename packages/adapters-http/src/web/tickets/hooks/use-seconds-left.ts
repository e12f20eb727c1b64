import { useEffect, useState } from 'preact/hooks';

const TICK_MS = 250;

/** Whole seconds until `until` (milliseconds since 1970, by this machine), rounded up; `onOver` is called once they are over. */
export function useSecondsLeft(until: number, onOver: () => void): number {
  const secondsLeft = () => Math.max(0, Math.ceil((until - Date.now()) / 1000));
  const [seconds, setSeconds] = useState(secondsLeft);

  useEffect(() => {
    const tick = () => {
      setSeconds(secondsLeft());
      if (secondsLeft() > 0) return;
      clearInterval(timer);
      onOver();
    };
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, [until]);

  return seconds;
}
