import type { Understood } from '#contracts/storefront/search.ts'
import type { PolicyTopic } from '#shop/search/query/policy-words.ts'
import type { AnswerRow } from '#shop/search/index/words-store.ts'
import { max_text_words, wordsOf } from '#shop/search/index/words.ts'

type Answer = Understood['answers'][number]

/** Finds the pages that answer questions about the shop's terms. */
export interface PolicyAnswers {
  /** Returns the answers to topics; questions of the category come first. */
  find(topics: readonly PolicyTopic[], category_id: number | null): Answer[]
}

const max_answers = 4
const max_per_topic = 3

/** Searches questions of categories, static pages and titles of articles. There are few enough to scan all of them. */
export function createPolicyAnswers(rows: readonly AnswerRow[]): PolicyAnswers {
  const known = rows.map((row) => ({ row, text: foldedText(row.title) }))
  const answersTo = (
    { answers, page, otherwise, policy }: PolicyTopic,
    category_id: number | null,
  ): Answer[] => {
    const found = answers.flatMap((phrase) =>
      known.filter(({ row, text }) => row.page_code === null && text.includes(` ${phrase} `)),
    )
    const own = found.filter(
      ({ row }) => row.category_id !== null && row.category_id === category_id,
    )
    // The question of the goods that are asked about is nearer than the policy; the policy is the answer to all others.
    const policies = known.filter(({ row }) => policy !== undefined && row.page_code === policy)
    const distinct = [...new Set([...own, ...policies, ...found])].map(
      ({ row: { title, path } }) => ({
        title,
        path,
      }),
    )
    if (distinct.length === 0 && otherwise) return [otherwise]
    return [...(page ? [page] : []), ...distinct].slice(0, max_per_topic)
  }
  return {
    find(topics, category_id) {
      const all = topics.flatMap((topic) => answersTo(topic, category_id))
      const distinct = new Map(all.map((answer) => [answer.title, answer]))
      return [...distinct.values()].slice(0, max_answers)
    },
  }
}

function foldedText(title: string): string {
  return ` ${wordsOf(title, max_text_words)
    .map((word) => word.text)
    .join(' ')} `
}
