import type { ProvinceChanges as Changes } from '#contracts/storefront/quote.ts'
import { formatDong } from '#pure/money.ts'

/** What another province changes in the cart or checkout: items first, then shipping and total. */
export function ProvinceChanges({ changes }: { changes: Changes }) {
  const { lines, offers, province_name, previous_shipping_fee, shipping_fee } = changes
  return (
    <div className="grid gap-4">
      {lines.length > 0 && (
        <ul className="divide-y divide-line rounded-2xl border border-line px-4">
          {lines.map((line) => (
            <li key={line.line_id} className="grid gap-1 py-3">
              <span className="font-semibold">
                {line.name}
                {line.color_name && <span className="text-muted"> · {line.color_name}</span>}
                {line.item_quantity > 1 && (
                  <span className="text-muted"> × {line.item_quantity}</span>
                )}
              </span>
              <LineChange line={line} province_name={province_name} />
            </li>
          ))}
        </ul>
      )}
      {offers.length > 0 && (
        <ul className="divide-y divide-line rounded-2xl border border-line px-4">
          {offers.map((offer) => (
            <li key={`${offer.payment_method} ${offer.name}`} className="grid gap-1 py-3">
              <span className="font-semibold">{offer.name}</span>
              <OfferChange offer={offer} province_name={province_name} />
            </li>
          ))}
        </ul>
      )}
      <dl className="grid gap-2 rounded-2xl bg-mist p-4">
        {shipping_fee !== previous_shipping_fee && (
          <Row name="Phí vận chuyển" before={previous_shipping_fee} after={shipping_fee} />
        )}
        <Row name="Tạm tính" before={changes.previous_total} after={changes.grand_total} />
      </dl>
    </div>
  )
}

const supplyTexts = {
  nearby: (province_name: string) => `Có sẵn tại ${province_name}`,
  elsewhere: () => 'Chuyển từ tỉnh thành khác, có thể lâu hơn',
  missing: () => 'Tạm hết hàng',
}

interface LineChangeProps {
  line: Changes['lines'][number]
  province_name: string
}

function LineChange({ line, province_name }: LineChangeProps) {
  const { price, previous_price, supply, previous_supply } = line
  if (price === null) {
    return <span className="text-sm text-sale">Chưa bán tại {province_name}</span>
  }
  return (
    <>
      {price !== previous_price && <Amounts before={previous_price} after={price} />}
      {supply !== previous_supply && (
        <span className={`text-sm ${supply === 'missing' ? 'text-sale' : 'text-muted'}`}>
          {supplyTexts[supply](province_name)}
        </span>
      )}
    </>
  )
}

interface OfferChangeProps {
  offer: Changes['offers'][number]
  province_name: string
}

function OfferChange({ offer, province_name }: OfferChangeProps) {
  const { rule, previous_amount, amount } = offer
  if (amount === 0) {
    return <span className="text-sm text-sale">Không áp dụng tại {province_name}</span>
  }
  if (previous_amount > 0) {
    return (
      <span className="flex flex-wrap items-baseline gap-x-2 text-sm">
        Giảm <Amounts before={previous_amount} after={amount} />
      </span>
    )
  }
  const when = rule === 'payment' ? ' khi thanh toán theo cách này' : ''
  return <span className="text-sm text-success">{`Giảm thêm ${formatDong(amount)}${when}`}</span>
}

interface RowProps {
  name: string
  before: number
  after: number
}

function Row({ name, before, after }: RowProps) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <dt className="font-semibold">{name}</dt>
      <dd>
        <Amounts before={before} after={after} />
      </dd>
    </div>
  )
}

function Amounts({ before, after }: { before: number; after: number }) {
  if (before === after) return <span className="font-semibold">{formatDong(after)}</span>
  return (
    <span className="flex flex-wrap items-baseline gap-x-2">
      <del className="text-sm text-muted">
        <span className="sr-only">Trước </span>
        {formatDong(before)}
      </del>
      <ins className="font-extrabold text-sale no-underline">
        <span className="sr-only">nay </span>
        {formatDong(after)}
      </ins>
    </span>
  )
}
