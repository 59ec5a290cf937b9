import type { ReturnableOrder } from '#contracts/staff/returns.ts'

interface ShopFieldProps {
  shops: ReturnableOrder['shops']
  label?: string
  /** The shop that is chosen at first. */
  chosen?: number | null
}

/** The shop that takes the goods: asked only of whoever works in several. */
export function ShopField({ shops, label = 'Nhận tại', chosen = null }: ShopFieldProps) {
  const [first, second] = shops
  if (first !== undefined && second === undefined) {
    return <input type="hidden" name="shop_id" value={first.shop_id} />
  }
  return (
    <label className="grid gap-1">
      <span className="text-muted">{label}</span>
      <select name="shop_id" className="field w-full" required defaultValue={chosen ?? undefined}>
        {shops.map(({ shop_id, name }) => (
          <option key={shop_id} value={shop_id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
