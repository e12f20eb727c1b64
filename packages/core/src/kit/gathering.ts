/** How many batches may be under way at once: with one, a batch that waits in the database would hold up everybody. */
const LANES = 2;

interface Waiting<Input, Output> {
  readonly input: Input;
  resolve(output: Output): void;
  reject(fault: unknown): void;
}

/**
 * Does the same for many callers at once: whoever calls while batches are under way goes with the next one, and nobody waits for
 * company. A batch has at most `max` inputs, no two with the same key, and answers in their order; when it fails, all its callers
 * are told.
 */
export function gathering<Input, Output extends object>(
  keyOf: (input: Input) => string,
  max: number,
  work: (batch: readonly Input[]) => Promise<readonly Output[]>,
): (input: Input) => Promise<Output> {
  let waiting: Waiting<Input, Output>[] = [];
  let lanes = 0;

  function next(): readonly Waiting<Input, Output>[] {
    const batch = new Map<string, Waiting<Input, Output>>();
    const later = waiting.filter((one) => {
      const key = keyOf(one.input);
      const waits = batch.size === max || batch.has(key);
      if (!waits) batch.set(key, one);
      return waits;
    });
    waiting = later;
    return [...batch.values()];
  }

  async function drive(): Promise<void> {
    lanes += 1;
    while (waiting.length > 0) await settle(next(), work);
    lanes -= 1;
  }

  return (input) =>
    new Promise((resolve, reject) => {
      waiting.push({ input, resolve, reject });
      if (lanes < LANES) void drive();
    });
}

async function settle<Input, Output extends object>(
  batch: readonly Waiting<Input, Output>[],
  work: (batch: readonly Input[]) => Promise<readonly Output[]>,
): Promise<void> {
  try {
    const outputs = await work(batch.map(({ input }) => input));
    batch.forEach((one, index) => {
      const output = outputs[index];
      if (output === undefined) one.reject(new Error('A batch was answered in part.'));
      else one.resolve(output);
    });
  } catch (fault) {
    for (const one of batch) one.reject(fault);
  }
}
