import { change, PATIENTLY, type Told } from '../../client/console-rpc.js';

/** What is done with records that are set apart, one after the other: each is read from the shop by itself. */

export interface Tried {
  readonly imported: number;
  /** Still set apart. */
  readonly left: number;
}

/** Tries the records again; `onStep` is told how many are done. Ends at the first refusal that is none of a record: the shop does not answer. */
export async function retryAll(ids: readonly string[], onStep: (done: number) => void): Promise<Told<Tried>> {
  let tried: Tried = { imported: 0, left: 0 };
  for (const [index, id] of ids.entries()) {
    onStep(index);
    const { answer, refusal } = await change('shopSync.retryQuarantined', { id }, PATIENTLY);
    // A run may have imported it meanwhile.
    if (refusal !== null && refusal.code !== 'unknown_record') return { answer: null, refusal };
    const isImported = answer === null || answer.imported;
    tried = isImported ? { ...tried, imported: tried.imported + 1 } : { ...tried, left: tried.left + 1 };
  }
  return { answer: tried, refusal: null };
}

/** Lets the records rest until they change in the shop; how many. */
export async function dismissAll(ids: readonly string[], onStep: (done: number) => void): Promise<Told<number>> {
  let dismissed = 0;
  for (const [index, id] of ids.entries()) {
    onStep(index);
    const { refusal } = await change('shopSync.dismissQuarantined', { id });
    if (refusal !== null && refusal.code !== 'unknown_record') return { answer: null, refusal };
    if (refusal === null) dismissed += 1;
  }
  return { answer: dismissed, refusal: null };
}
