import type { ReactNode } from 'react'

/** So many shops stand in sight; more are folded. */
const in_sight = 4

interface FoldedShopsProps<Shop> {
  /** In the sequence in which they are shown. */
  shops: readonly Shop[]
  /** Whether the fold is open from the start, because this shop is in it. */
  isChosen: (shop: Shop) => boolean
  /** A shop as an `li` with its key. */
  row: (shop: Shop) => ReactNode
}

/** A list of shops to choose from: the first in sight, the others behind "Xem thêm". One alone is not folded. */
export function FoldedShops<Shop>({ shops, isChosen, row }: FoldedShopsProps<Shop>) {
  const folded = shops.length > in_sight + 1 ? shops.slice(in_sight) : []
  return (
    <>
      <ul className="grid gap-2">{shops.slice(0, shops.length - folded.length).map(row)}</ul>
      {folded.length > 0 && (
        <details open={folded.some(isChosen)}>
          <summary className="fold-link min-h-11">{`Xem thêm ${folded.length} cửa hàng`}</summary>
          <ul className="mt-2 grid gap-2">{folded.map(row)}</ul>
        </details>
      )}
    </>
  )
}
