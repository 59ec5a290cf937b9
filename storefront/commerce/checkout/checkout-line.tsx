import { Photo } from '#storefront/commerce/pictures/photo.tsx'
import { Icon } from '#web/ui/icons.tsx'
import type { QuoteLine } from '#contracts/storefront/quote.ts'
import { formatDong } from '#pure/money.ts'
import { comboText } from '#storefront/commerce/checkout/checkout-item-name.ts'
import { LinePrice } from '#storefront/commerce/checkout/line-price.tsx'

/** The small picture of a line, or a grey tile without a picture. */
export function LinePicture({
  line,
  className,
}: {
  line: { thumbnail: string | null }
  className: string
}) {
  if (line.thumbnail === null) {
    return (
      <span className={`grid place-items-center rounded-xl bg-mist text-muted ${className}`}>
        <Icon name="image-off" className="size-6" />
      </span>
    )
  }
  return (
    <Photo
      picture={{ src: line.thumbnail, alt: '', width: 960, height: 960 }}
      sizes="96px"
      className={`rounded-xl border border-line object-contain ${className}`}
    />
  )
}

/** A line of the order: name, colour, quantity and price. */
export function CheckoutLine({ line, lines }: { line: QuoteLine; lines: readonly QuoteLine[] }) {
  const combo_text = comboText(line, lines)
  return (
    <li className="flex items-center gap-3 py-3 large-text:flex-wrap">
      <LinePicture line={line} className="size-16 shrink-0" />
      <div className="min-w-0 flex-1 large-text:basis-full">
        <p className="line-clamp-2 text-body leading-snug font-semibold">{line.name}</p>
        {combo_text && <p className="text-sm font-semibold text-success">{combo_text}</p>}
        <p className="mt-0.5 text-sm text-muted">
          {line.is_gift && <span className="font-semibold text-success">Quà tặng · </span>}
          {line.color_name && <>Màu: {line.color_name} · </>}Số lượng: {line.item_quantity}
        </p>
        <p className="mt-0.5 flex flex-wrap items-baseline gap-x-2">
          <span className="font-bold text-sale">{formatDong(line.final_price)}</span>
          {line.price > line.final_price && (
            <del className="text-note text-muted">
              <span className="sr-only">Giá niêm yết </span>
              {formatDong(line.price)}
            </del>
          )}
        </p>
        <LinePrice trace={line.price_trace} />
      </div>
    </li>
  )
}
