/** That a caller went away, for those who want to know. */
export interface Leaving {
  readonly signal: AbortSignal;
  abort(): void;
}

/** Its signal is made when somebody asks for it: most handlers never do, and it takes Node longer than all the rest of a request. */
export function makeLeaving(): Leaving {
  let controller: AbortController | null = null;
  let isAborted = false;
  return {
    get signal() {
      controller ??= new AbortController();
      if (isAborted) controller.abort();
      return controller.signal;
    },
    abort() {
      isAborted = true;
      controller?.abort();
    },
  };
}

/** What a handler is called with. Its `signal` is that of `leaving`, and so is that of a clone. */
export class HandlerRequest extends Request {
  readonly #leaving: Leaving;

  constructor(url: string, init: RequestInit, leaving: Leaving) {
    super(url, init);
    this.#leaving = leaving;
  }

  override get signal(): AbortSignal {
    return this.#leaving.signal;
  }

  override clone(): Request {
    return new Request(super.clone(), { signal: this.signal });
  }
}
