import { formatDong } from '#pure/money.ts'
import { savingOf } from '#storefront/commerce/used/used-texts.ts'

/** "Giá hàng mới" struck through, and what a used device saves against it. */
export function NewPrice({ price, new_price }: { price: number; new_price: number | null }) {
  const saving = savingOf(price, new_price)
  if (saving === null || new_price === null) return null
  return (
    <p className="text-xs leading-snug text-muted md:text-note">
      {'Giá hàng mới: '}
      <del>{formatDong(new_price)}</del>
      <br />
      <span className="font-semibold text-success">{`Tiết kiệm: ${formatDong(saving)}`}</span>
    </p>
  )
}
