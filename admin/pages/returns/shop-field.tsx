import type { ReturnableOrder } from '#contracts/staff/returns.ts'

interface ShopFieldProps {
  shops: ReturnableOrder['shops']
  label?: string
  /** The shop that is chosen at first; null: somebody must choose. Absent: the first one. */
  chosen?: number | null
}

/** The shop that takes the goods: asked only of whoever works in several. */
export function ShopField({ shops, label = 'Nhận tại', chosen }: ShopFieldProps) {
  const [first, second] = shops
  if (first !== undefined && second === undefined) {
    return <input type="hidden" name="shop_id" value={first.shop_id} />
  }
  const known = shops.some(({ shop_id }) => shop_id === chosen)
  return (
    <label className="grid gap-1">
      <span className="text-muted">{label}</span>
      <select
        name="shop_id"
        className="field w-full"
        required
        defaultValue={known ? (chosen ?? '') : undefined}
      >
        {chosen !== undefined && !known && <option value="">Chọn cửa hàng</option>}
        {shops.map(({ shop_id, name }) => (
          <option key={shop_id} value={shop_id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
