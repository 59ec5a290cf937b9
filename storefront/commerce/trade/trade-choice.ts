import type { TradeModel } from '#contracts/storefront/trade/trade-in.ts'
import type { Query } from '#storefront/addresses/with-query.ts'

/**
 * The answers in an address: h1 to h9 by the position of their question. What a question does not offer is left out.
 */
export function answersIn(
  search: URLSearchParams,
  { questions }: Pick<TradeModel, 'questions'>,
): Record<string, string> {
  return Object.fromEntries(
    questions.flatMap(({ question_code, position, answers }) => {
      const chosen = search.get(`h${position}`)
      const answer = answers.find(({ answer_code }) => answer_code === chosen)
      return answer === undefined ? [] : [[question_code, answer.answer_code]]
    }),
  )
}

/** What is chosen about a device, as the query of an address. */
export function choiceQuery(
  { questions, device_code }: Pick<TradeModel, 'questions' | 'device_code'>,
  answers: Readonly<Record<string, string>>,
  target_id: number | undefined,
): Query {
  return {
    ban: device_code,
    ...Object.fromEntries(
      questions.map(({ question_code, position }) => [`h${position}`, answers[question_code]]),
    ),
    len_doi: target_id,
  }
}
