import { Icon } from '#web/ui/icons.tsx'
import type { Quote } from '#contracts/storefront/quote.ts'
import { formatDong } from '#pure/money.ts'
import { CheckoutLine, LinePicture } from '#storefront/commerce/checkout/checkout-line.tsx'

type Summed = Pick<Quote, 'items' | 'totals' | 'gifts_left_out'>

interface CheckoutSummaryProps {
  quote: Summed
  /** From 1200 px all lines stand open, in a column of their own. */
  is_beside?: boolean
}

/** The order's lines, folded to one row. Gifts that the chosen shop does not have are always shown below. */
export function CheckoutSummary({ quote, is_beside = false }: CheckoutSummaryProps) {
  return (
    <>
      <FoldedLines quote={quote} className={is_beside ? 'lg:hidden' : ''} />
      {is_beside ? (
        <Lines
          items={quote.items}
          className="sheet max-h-[560px] overflow-y-auto max-lg:hidden"
          is_scrollable={quote.items.length > 4}
        />
      ) : null}
      {quote.gifts_left_out.length > 0 && (
        <ul className="sheet grid gap-1 p-4 sm:px-5">
          {quote.gifts_left_out.map((gift) => (
            <li key={gift.item_id}>{leftOutText(gift)}</li>
          ))}
        </ul>
      )}
    </>
  )
}

function leftOutText({ shop_name, name, item_quantity }: Quote['gifts_left_out'][number]): string {
  const quantity = item_quantity > 1 ? `${item_quantity} ` : ''
  return `${shop_name} đã hết quà ${quantity}${name}, đơn này không kèm quà.`
}

function FoldedLines({ quote, className }: { quote: Summed; className: string }) {
  const { items, totals } = quote
  return (
    <details className={`sheet group ${className}`}>
      <summary className="flex list-none items-center gap-3 rounded-[20px] p-4 sm:px-5 [&::-webkit-details-marker]:hidden">
        <span className="flex shrink-0 -space-x-3">
          {items.slice(0, 2).map((line, index) => (
            <LinePicture
              key={line.line_id ?? `gift ${index}`}
              line={line}
              className="size-12 bg-white ring-2 ring-white"
            />
          ))}
        </span>
        <span className="min-w-0 flex-1">
          <span className="line-clamp-2 leading-snug font-semibold">
            {items.length === 1 ? items[0]?.name : `${totals.item_quantity} sản phẩm`}
          </span>
          <span className="block text-sm text-muted">
            {items.length === 1 && `Số lượng: ${totals.item_quantity} · `}
            {formatDong(totals.subtotal)}
          </span>
        </span>
        <span className="flex shrink-0 items-center gap-1 text-sm font-semibold text-accent">
          <span className="group-open:hidden max-sm:sr-only">Xem chi tiết</span>
          <span className="hidden group-open:inline max-sm:sr-only">Thu gọn</span>
          <Icon
            name="chevron-down"
            className="size-5 transition-transform group-open:rotate-180 motion-reduce:transition-none"
          />
        </span>
      </summary>
      <Lines items={items} className="border-t border-line" />
    </details>
  )
}

interface LinesProps {
  items: Summed['items']
  className: string
  /** The list may be longer than its box: the keyboard can scroll it. */
  is_scrollable?: boolean
}

function Lines({ items, className, is_scrollable = false }: LinesProps) {
  return (
    <ul
      tabIndex={is_scrollable ? 0 : undefined}
      aria-label={is_scrollable ? 'Sản phẩm trong đơn' : undefined}
      className={`divide-y divide-line px-4 sm:px-5 ${className}`}
    >
      {items.map((line, index) => (
        <CheckoutLine key={line.line_id ?? `gift ${index}`} line={line} lines={items} />
      ))}
    </ul>
  )
}
