/** A cache of recent answers by question. When it is full, the least recently used answer is dropped. */
export interface Answers<Answer> {
  ask: (question: string, answer: () => Answer) => Answer
  clear: () => void
}

export function createAnswers<Answer>(max: number): Answers<Answer> {
  const answers = new Map<string, Answer>()
  return {
    ask(question, answer) {
      const cached = answers.get(question)
      if (cached !== undefined) {
        // A Map is ordered by insertion: an answer that is used again becomes the newest.
        answers.delete(question)
        answers.set(question, cached)
        return cached
      }
      const created = answer()
      if (answers.size >= max) {
        const [oldest] = answers.keys()
        if (oldest !== undefined) answers.delete(oldest)
      }
      answers.set(question, created)
      return created
    },
    clear: () => answers.clear(),
  }
}
