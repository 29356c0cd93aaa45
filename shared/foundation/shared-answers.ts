/** A question that waits for its answer. */
interface Question<T> {
  readonly answer: Promise<T>;
  /** The answer to the next question, for callers who come while this question waits; null: none came. */
  next: Promise<T> | null;
}

/**
 * Asks one question for many callers who need the same answer at about the same time. For each key, one question is
 * asked at a time. Callers who come while it waits share the next question. So each caller gets an answer to a question
 * that was asked after the caller came.
 */
export class SharedAnswers<K, T> {
  readonly #questions = new Map<K, Question<T>>();

  /** Resolves or rejects as the question does. */
  get(key: K, ask: () => Promise<T>): Promise<T> {
    const present = this.#questions.get(key);
    if (present === undefined) return this.#ask(key, ask);
    const askNext = () => this.#ask(key, ask);
    present.next ??= present.answer.then(askNext, askNext);
    return present.next;
  }

  #ask(key: K, ask: () => Promise<T>): Promise<T> {
    const answer = ask().finally(() => {
      if (question.next === null) this.#questions.delete(key);
    });
    const question: Question<T> = { answer, next: null };
    this.#questions.set(key, question);
    return answer;
  }
}
