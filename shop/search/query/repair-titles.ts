import type { FoundRepair } from '#contracts/storefront/search.ts'
import type { RepairRow } from '#shop/search/index/words-store.ts'
import { max_text_words, wordsOf } from '#shop/search/index/words.ts'

/** Finds repair services by their words. */
export interface RepairTitles {
  /** Returns nothing unless the words ask for a repair. The last word may be incomplete. */
  find(words: readonly string[], max: number): FoundRepair[]
}

/** Words that ask for a repair, and nothing else. */
const asking = new Set(['sua', 'thay', 'ep', 'hong', 'hu'])
/** Words that say nothing of what is repaired. */
const empty = new Set([...asking, 'chua', 'gia', 'bao', 'nhieu', 'tien', 'o', 'dau', 'cho', 'may'])
/** "Pin iPhone 13" is a repair; "sạc iPhone 13" is goods. */
const parts_without_asking = /^(?=.* \d)(?:.* )?(?:pin|man hinh|mat kinh) /

/** There are few enough services to scan all of them. */
export function createRepairTitles(rows: readonly RepairRow[]): RepairTitles {
  const services = rows.map(({ words, ...service }) => ({
    service,
    name: wordsOf(service.name, max_text_words).length,
    words: new Set(wordsOf(words, max_text_words).map(({ text }) => text)),
  }))
  return {
    find(typed, max) {
      const words = typed.flatMap(modelWords)
      const is_asked = words.some((word) => asking.has(word))
      if (!is_asked && !parts_without_asking.test(`${words.join(' ')} `)) return []
      const wanted = words.filter((word) => !empty.has(word))
      const exact = (one: ReadonlySet<string>) => wanted.filter((word) => one.has(word)).length
      return services
        .filter(({ words: own }) => wanted.every((word, turn) => has(own, word, turn, wanted)))
        .map((each) => ({ ...each, exact: exact(each.words) }))
        .toSorted((one, other) => other.exact - one.exact || one.name - other.name)
        .slice(0, max)
        .map(({ service }) => service)
    },
  }
}

/** "ip13" and "iphone13" are two words. */
function modelWords(word: string): string[] {
  const [, name = '', number = ''] = /^(ip|iphone)(\d.*)$/.exec(word) ?? []
  return (name === '' ? [word] : [name, number]).map((one) => (one === 'ip' ? 'iphone' : one))
}

function has(own: ReadonlySet<string>, word: string, turn: number, wanted: readonly string[]) {
  if (own.has(word)) return true
  return turn === wanted.length - 1 && [...own].some((one) => one.startsWith(word))
}
