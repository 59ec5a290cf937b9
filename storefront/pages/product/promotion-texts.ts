import type { ColorVariant, ProductPage, ProductPromotion } from '#contracts/storefront/catalog.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'

/** Alternatives of one group, or a promotion by itself. */
export interface PromotionGroup {
  key: string
  is_choice: boolean
  promotions: ProductPromotion[]
  /** Uuid of the one that the price or the cart takes. */
  taken: string | null
  /** Of the field that says which is chosen: one for each group, counted without gaps. */
  name: string
  /** What the shopper should know of the one that is chosen beforehand. */
  note: string | null
}

/** What a guest has of this colour, in groups of alternatives, in the order staff gave. */
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

/** The price on the page has the best in it: who takes another pays without. */
function noteOn(
  promotions: readonly ProductPromotion[],
  { applied = [] }: Pick<ColorVariant, 'applied'>,
): string | null {
  const in_price = promotions.find(({ uuid }) => applied.includes(uuid))
  return in_price === undefined
    ? null
    : `Giá bên trên đã gồm “${in_price.name}”. Chọn ưu đãi khác, giá trong giỏ sẽ không gồm khoản này.`
}

/** Money off the price goes before a gift (shop/pricing/basket/gifts.ts). */
function takenOf(
  promotions: readonly ProductPromotion[],
  { applied = [] }: Pick<ColorVariant, 'applied'>,
): string | null {
  const in_price = promotions.find(({ uuid }) => applied.includes(uuid))
  return (in_price ?? promotions.find(({ kind }) => kind === 'gift'))?.uuid ?? null
}

/** Until when the price and all that is promised with it holds at least; null: nothing of it is dated. */
export function validUntil(
  { promotions }: Pick<ProductPage, 'promotions'>,
  color: Pick<ColorVariant, 'item_id' | 'applied' | 'valid_until'>,
): string | null {
  const ends = promotionGroups(promotions, color).flatMap((group) =>
    group.promotions.flatMap(({ valid_until }) => valid_until ?? []),
  )
  return [...ends, ...(color.valid_until ? [color.valid_until] : [])].toSorted()[0] ?? null
}

/** "23:00 | 27/11". */
export function hourAndDay(instant: string): string {
  const [day = '', hour = ''] = formatDateTime(new Date(instant)).split(' ')
  return `${hour} | ${day.slice(0, 5)}`
}
