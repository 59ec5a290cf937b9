import type { Accessory, ProductCard } from '#contracts/storefront/catalog.ts'
import { type Charging, chargeProblem, isDevice } from '#shop/catalog/charging.ts'

const max_chargers = 3

/** Why accessories fit a device, by product_id: those for its model first, then chargers, the weakest first. */
export function accessoryReasons(
  device: (Charging & { made_for: readonly number[] }) | undefined,
  chargers: readonly Charging[],
): Map<number, string> {
  const reasons = new Map<number, string>()
  if (device === undefined) return reasons
  for (const product_id of device.made_for) reasons.set(product_id, `Vừa ${device.model}`)
  if (!isDevice(device)) return reasons
  const fitting = chargers.filter((charger) => chargeProblem(device, charger) === null)
  const need = String(device.need_w).replace('.', ',')
  for (const { item_id } of fitting.slice(0, max_chargers)) {
    reasons.set(item_id, `Sạc đủ ${need}W của máy`)
  }
  return reasons
}

/** Leaves out what the cart would warn of beside the device: a charger that does not charge it at full speed. */
export function withoutWeakChargers<Offered extends { item_version_id: number }>(
  offered: readonly Offered[],
  device: Charging,
  chargers: readonly Charging[],
): Offered[] {
  if (!isDevice(device)) return [...offered]
  const weak = chargers.filter((charger) => chargeProblem(device, charger) !== null)
  const weak_ids = new Set(weak.map(({ item_id }) => item_id))
  return offered.filter(({ item_version_id }) => !weak_ids.has(item_version_id))
}

export function accessoryOf(card: ProductCard, reason: string): Accessory {
  const { product_id, name, url_path, thumbnail, price, special_price } = card
  return {
    product_id,
    name,
    path: `/${url_path}`,
    picture: thumbnail && pictureOnly(thumbnail),
    price: special_price ?? price,
    reason,
  }
}

/** The picture without its blur: it is far down the page. */
function pictureOnly({ src, alt, width, height }: NonNullable<ProductCard['thumbnail']>) {
  return { src, alt, width, height }
}
