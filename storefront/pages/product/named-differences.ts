import type { ProductCard } from '#contracts/storefront/catalog.ts'
import { formatDong } from '#pure/money.ts'

type Compared = Pick<ProductCard, 'price' | 'special_price' | 'highlights'>

/** Names in place of a card's facts how it differs from the product of the page: in price, then in its facts. */
export function withDifferences<Card extends Compared>(
  card: Card,
  own: Compared | undefined,
): Card {
  if (own === undefined) return card
  const facts = card.highlights.filter((fact) => !own.highlights.includes(fact))
  const same = own.highlights.length > 0 && facts.length === 0 ? ['cấu hình chính như nhau'] : []
  return { ...card, highlights: [...priceDifference(card, own), ...facts, ...same] }
}

function priceDifference(card: Compared, own: Compared): string[] {
  const [theirs, ours] = [card, own].map(({ price, special_price }) => special_price ?? price)
  if (theirs == null || ours == null || theirs === ours) return []
  const word = theirs < ours ? 'Rẻ hơn' : 'Đắt hơn'
  return [`${word} ${formatDong(Math.abs(theirs - ours))}`]
}
