const LINES_PER_SECOND = 50;

/**
 * Tells whether another line may be printed: as many as a reader could follow. A site in a loop shall neither fill the disk, nor keep the host busy
 * with its messages.
 */
export function makeLinePace(): () => boolean {
  // Taken now: what is global is the site's to change.
  const now = performance.now.bind(performance);
  const { floor } = Math;
  let second = 0;
  let lines = 0;
  return () => {
    const current = floor(now() / 1_000);
    if (current !== second) lines = 0;
    second = current;
    lines += 1;
    return lines <= LINES_PER_SECOND;
  };
}
