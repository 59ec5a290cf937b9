import type { ProductCard } from '#contracts/storefront/catalog.ts'
import { formatDong } from '#pure/money.ts'

type Compared = Pick<ProductCard, 'price' | 'special_price' | 'highlights'>

/** Names in place of a card's facts how it differs from the product of the page: in price, then in its facts. */
export function withDifferences<Card extends Compared>(
  card: Card,
  own: Compared | undefined,
): Card {
  if (own === undefined) return card
  const own_facts = namedFacts(own.highlights)
  const facts = namedFacts(card.highlights).filter((fact) => !own_facts.includes(fact))
  const same = own_facts.length > 0 && facts.length === 0 ? ['cấu hình chính như nhau'] : []
  return { ...card, highlights: [...priceDifference(card, own), ...facts, ...same] }
}

function priceDifference(card: Compared, own: Compared): string[] {
  const [theirs, ours] = [card, own].map(({ price, special_price }) => special_price ?? price)
  if (theirs == null || ours == null || theirs === ours) return []
  const word = theirs < ours ? 'Rẻ hơn' : 'Đắt hơn'
  return [`${word} ${formatDong(Math.abs(theirs - ours))}`]
}

/** What a number of a fact is of, by its unit. A fact without a number, such as "Chống ồn", says it itself. */
const by_unit = [
  [/^[\d,]+ inch$/, 'Màn hình'],
  [/^[\d,]+ Hz$/, 'Tần số quét'],
  [/^[\d,.]+ (?:mAh|Wh|giờ|ngày)$/, 'Pin'],
  [/^[\d,]+ W$/, 'Công suất'],
  [/^[\d,]+ mm$/, 'Cỡ'],
  [/^[\d,]+ m$/, 'Dài'],
  [/^[\d,]+ ATM$/, 'Chống nước'],
  [/^\d+ x \d+$/, 'Độ phân giải'],
] as const

const memory = /^(\d+) ([GT])B$/
/** No device has more memory to work with and names no storage. */
const most_ram_alone = 32

/** Beside facts of the same kind "8 GB" is understood; alone it may be of anything: "RAM 8 GB". */
function namedFacts(highlights: readonly string[]): string[] {
  const sizes = highlights.filter((fact) => memory.test(fact))
  return highlights.map((fact) => {
    const name = memory.test(fact)
      ? memoryName(fact, sizes)
      : by_unit.find(([unit]) => unit.test(fact))?.[1]
    return name === undefined ? fact : `${name} ${fact}`
  })
}

/** Of two sizes the first is the RAM. */
function memoryName(fact: string, sizes: readonly string[]): string {
  if (sizes.length > 1) return fact === sizes[0] ? 'RAM' : 'Bộ nhớ'
  const [, size, unit] = memory.exec(fact) ?? []
  return unit === 'T' || Number(size) > most_ram_alone ? 'Bộ nhớ' : 'RAM'
}
