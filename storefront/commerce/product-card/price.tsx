import { formatDong } from '#pure/money.ts'

interface PriceProps {
  /** List price in đồng; null: the price is given on request. */
  price: number | null
  special_price: number | null
  size?: 'card' | 'line' | 'page'
}

const sizes = {
  card: { sale: 'price-now', list: 'price-list' },
  line: { sale: 'price-now text-body', list: 'price-list text-xs' },
  page: {
    sale: 'price-now text-title-lg leading-tight md:text-title-xl',
    list: 'price-list text-base',
  },
} as const

/** The price here and, struck through, the list price; "Giá liên hệ" if there is no price. */
export function Price({ price, special_price, size = 'card' }: PriceProps) {
  const { sale, list } = sizes[size]
  const now = special_price ?? price
  if (now === null || price === null) {
    return <p className={`${sale} text-ink`}>Giá liên hệ</p>
  }
  return (
    <p className="price">
      <span className={sale}>{formatDong(now)}</span>
      {price > now ? (
        <del className={list}>
          <span className="sr-only">Giá niêm yết </span>
          {formatDong(price)}
        </del>
      ) : null}
    </p>
  )
}
