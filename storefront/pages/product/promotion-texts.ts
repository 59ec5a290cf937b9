import type { ColorVariant, ProductPage, ProductPromotion } from '#contracts/storefront/catalog.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'

/** Alternatives of one group, or a promotion by itself. */
export interface PromotionGroup {
  key: string
  is_choice: boolean
  promotions: ProductPromotion[]
  /** Uuid of the promotion that the price includes or the cart takes. */
  taken: string | null
  /** Name of the form field for the choice: one per group, numbered without gaps. */
  name: string
  /** A note about the promotion that is chosen at the start; null without one. */
  note: string | null
}

/** The promotions of a colour for a guest, in groups of alternatives, in the sequence that staff chose. */
export function promotionGroups(
  promotions: readonly ProductPromotion[],
  color: Pick<ColorVariant, 'item_id' | 'applied'>,
): PromotionGroup[] {
  const own = promotions.filter(
    ({ kind, item_ids }) =>
      (kind === 'catalogue' || kind === 'gift') &&
      (item_ids === null || item_ids.includes(color.item_id)),
  )
  const groups = Map.groupBy(own, ({ choice_group, uuid }) => choice_group ?? uuid)
  let choices = 0
  return [...groups].map(([key, members]) => {
    const is_choice = members.length > 1
    const taken = takenOf(members, color)
    const name = is_choice ? `chosen_promotions[${choices++}]` : ''
    return { key, is_choice, promotions: members, taken, name, note: noteOn(members, color) }
  })
}

/** The price on the page includes the best promotion. A shopper who chooses another loses it. */
function noteOn(
  promotions: readonly ProductPromotion[],
  { applied = [] }: Pick<ColorVariant, 'applied'>,
): string | null {
  const in_price = promotions.find(({ uuid }) => applied.includes(uuid))
  return in_price === undefined
    ? null
    : `Giá bên trên đã gồm “${in_price.name}”. Chọn ưu đãi khác, giá trong giỏ sẽ không gồm khoản này.`
}

/** A discount takes precedence over a gift (shop/pricing/basket/gifts.ts). */
function takenOf(
  promotions: readonly ProductPromotion[],
  { applied = [] }: Pick<ColorVariant, 'applied'>,
): string | null {
  const in_price = promotions.find(({ uuid }) => applied.includes(uuid))
  return (in_price ?? promotions.find(({ kind }) => kind === 'gift'))?.uuid ?? null
}

/** The instant until which the price and all its promotions are valid; null when none has an end. */
export function validUntil(
  { promotions }: Pick<ProductPage, 'promotions'>,
  color: Pick<ColorVariant, 'item_id' | 'applied' | 'valid_until'>,
): string | null {
  const ends = promotionGroups(promotions, color).flatMap((group) =>
    group.promotions.flatMap(({ valid_until }) => valid_until ?? []),
  )
  return [...ends, ...(color.valid_until ? [color.valid_until] : [])].toSorted()[0] ?? null
}

/** Formats an instant as "23:00 | 27/11", in Vietnam time. */
export function hourAndDay(instant: string): string {
  const [day = '', hour = ''] = formatDateTime(new Date(instant)).split(' ')
  return `${hour} | ${day.slice(0, 5)}`
}
