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
  price: number
  /** What anybody may read about the savings of members and students; never empty. */
  lines: readonly string[]
  ownLines: (own: MemberPrice) => readonly string[]
  className?: string
}

/**
 * The savings of members and students, which are the same for everybody. The price of the member who reads takes their
 * place once it is known. Both lie in one cell of a grid, so nothing moves.
 */
export function MemberLines({
  product_id,
  item_id,
  price,
  lines,
  ownLines,
  className = '',
}: MemberLinesProps) {
  const own = useMemberPrices().find(
    (one) =>
      one.product_id === product_id &&
      (item_id === undefined || one.item_id === item_id) &&
      one.final_price + one.saving === price,
  )
  return (
    <div
      data-member-price={`${product_id}:${price}`}
      className={`grid text-accent *:[grid-area:1/1] ${className}`}
    >
      <Lines texts={lines} className={own ? 'invisible' : ''} />
      {own ? <Lines texts={ownLines(own)} className="" /> : null}
    </div>
  )
}

function Lines({ texts, className }: { texts: readonly string[]; className: string }) {
  return (
    <div className={`grid content-start gap-1 ${className}`}>
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </div>
  )
}
