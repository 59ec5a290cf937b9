import type { MemberPrice } from '#contracts/storefront/member.ts'
import { sharedValue } from '#web/runtime/shared-value.ts'

/** What the member who is signed in pays, where it is less; empty: a guest, or not known yet. */
export const {
  use: useMemberPrices,
  get: memberPrices,
  set: setMemberPrices,
} = sharedValue<readonly MemberPrice[]>([])

interface MemberLinesProps {
  product_id: number
  /** The colour; absent: the one that costs `price`. */
  item_id?: number
  /** What everybody pays for one unit, as the page prints it. */
  price: number | null
  /** What anybody may read about the savings of members and students; never empty. */
  lines: readonly string[]
  ownLine: (own: MemberPrice) => string
  className: string
}

/**
 * The savings of members and students, which are the same for everybody. The price of the member who reads takes their
 * place once it is known. Both lie in one cell of a grid, so nothing moves.
 */
export function MemberLines(props: MemberLinesProps) {
  const { product_id, item_id, price, lines, ownLine, className } = props
  const own = useMemberPrices().find(
    (one) =>
      one.product_id === product_id &&
      (item_id ?? one.item_id) === one.item_id &&
      one.final_price + one.saving === price,
  )
  // Whose price is that of a card has what students save.
  const others = own?.label === 'Smember' ? lines.slice(1) : []
  return (
    <div data-member-price={`${product_id}:${price}`} className={`member-lines ${className}`}>
      <p className={own && 'invisible'}>{lines.join('\n')}</p>
      {own && <p>{[ownLine(own), ...others].join('\n')}</p>}
    </div>
  )
}
