import { browserList } from '#web/runtime/browser-list.ts'

/** What was searched for in this browser, the last first. It leaves the browser by no way. */
export const searchHistory = browserList('searched_words', 8, isWords)

function isWords(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '' && value.length <= 200
}
