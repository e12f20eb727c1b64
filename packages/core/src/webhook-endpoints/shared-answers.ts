/**
 * Asks the same for many callers at once, by key: who comes while an answer is under way waits for the next one and shares that. An answer is never older than
 * the question, so what was committed before somebody asked is in it.
 */
export function sharedAnswers<Question, Answer>(
  keyOf: (question: Question) => string,
  ask: (question: Question) => Promise<Answer>,
): (question: Question) => Promise<Answer> {
  const underWay = new Map<string, Asked<Answer>>();

  function begin(key: string, question: Question): Promise<Answer> {
    const asked: Asked<Answer> = { answer: ask(question), next: null };
    underWay.set(key, asked);
    const isOver = () => {
      if (underWay.get(key) === asked && asked.next === null) underWay.delete(key);
    };
    asked.answer.then(isOver, isOver);
    return asked.answer;
  }

  return (question) => {
    const key = keyOf(question);
    const asked = underWay.get(key);
    if (asked === undefined) return begin(key, question);
    const again = () => begin(key, question);
    asked.next ??= asked.answer.then(again, again);
    return asked.next;
  };
}

interface Asked<Answer> {
  readonly answer: Promise<Answer>;
  /** Of those who came since; null: nobody has. */
  next: Promise<Answer> | null;
}
