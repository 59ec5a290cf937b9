/** Answers that were given lately, by question; forgotten when products change, the oldest first when full. */
export interface Answers<Answer> {
  ask: (question: string, answer: () => Answer) => Answer
  clear: () => void
}

export function createAnswers<Answer>(most: number): Answers<Answer> {
  const known = new Map<string, Answer>()
  return {
    ask(question, answer) {
      const before = known.get(question)
      if (before !== undefined) {
        // A Map keeps the order of insertion: what is asked again becomes the newest.
        known.delete(question)
        known.set(question, before)
        return before
      }
      const made = answer()
      if (known.size >= most) {
        const [oldest] = known.keys()
        if (oldest !== undefined) known.delete(oldest)
      }
      known.set(question, made)
      return made
    },
    clear: () => known.clear(),
  }
}
