/** What a browser keeps. It may refuse (private windows, full disks): then nothing is kept, and the page works all the same. */
export interface Kept {
  read(name: string): string | null;
  write(name: string, text: string): void;
  drop(name: string): void;
}

function keptIn(storage: () => Storage): Kept {
  const attempt = <Result>(work: (storage: Storage) => Result): Result | null => {
    try {
      return work(storage());
    } catch {
      return null;
    }
  };
  return {
    read: (name) => attempt((store) => store.getItem(name)),
    write: (name, text) => attempt((store) => store.setItem(name, text)),
    drop: (name) => attempt((store) => store.removeItem(name)),
  };
}

/** Until the browser forgets; shared by its tabs. */
export const keptLong: Kept = keptIn(() => localStorage);

/** As long as the tab. */
export const keptInTab: Kept = keptIn(() => sessionStorage);

export const basketName = (slug: string) => `comptoir.basket.${slug}`;
export const attemptName = (slug: string) => `comptoir.attempt.${slug}`;
