import { browserList } from '#web/runtime/browser-list.ts'

/** The searches of this browser, the latest first. They are never sent to the shop. */
export const searchHistory = browserList('searched_words', 8, isWords)

function isWords(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '' && value.length <= 200
}
