import type { ColorVariant, ProductPage, ProductPromotion } from '#contracts/catalog.ts'
import { CircleCheck } from '#storefront/ui/icons.tsx'
import {
  type PromotionGroup,
  promotionGroups,
} from '#storefront/widgets/product/promotion-words.ts'

interface PromotionListProps {
  product: Pick<ProductPage, 'promotions'>
  color: ColorVariant
}

/** "Khuyến mãi hấp dẫn": what comes with the thing; of alternatives the one that the cart takes is marked. */
export function PromotionList({ product, color }: PromotionListProps) {
  const groups = promotionGroups(product.promotions, color)
  if (groups.length === 0) return null
  return (
    <section
      aria-labelledby="khuyen-mai"
      className="overflow-hidden rounded-2xl border border-line"
    >
      <h2 id="khuyen-mai" className="bg-cream px-4 py-2.5 text-base font-bold tracking-normal">
        Khuyến mãi hấp dẫn
      </h2>
      <ol className="grid gap-2.5 p-4 text-[15px]">
        {groups.map((group, turn) => (
          <li key={group.key} className="grid grid-cols-[auto_minmax(0,1fr)] gap-2.5">
            <span
              aria-hidden
              className="mt-0.5 grid size-5 place-items-center rounded-full bg-accent text-xs font-bold text-white"
            >
              {turn + 1}
            </span>
            {group.is_choice ? <Choice {...group} /> : group.promotions.map(oneOf)}
          </li>
        ))}
      </ol>
    </section>
  )
}

function Choice({ promotions, taken }: PromotionGroup) {
  return (
    <div>
      <p className="leading-snug font-semibold">Nhận thêm 1 trong các khuyến mãi sau</p>
      <ul className="mt-1.5 grid gap-1.5">
        {promotions.map((promotion) => (
          <li key={promotion.uuid} className="grid grid-cols-[auto_minmax(0,1fr)] gap-2">
            {promotion.uuid === taken ? (
              <CircleCheck className="mt-0.5 size-4.5 text-success" />
            ) : (
              <span aria-hidden className="mt-1 size-4 rounded-full border-2 border-line" />
            )}
            <div>
              <Promotion promotion={promotion} />
              {promotion.uuid === taken ? (
                <p className="text-[13px] text-success">Giỏ hàng tự chọn ưu đãi này cho bạn</p>
              ) : null}
            </div>
          </li>
        ))}
      </ul>
    </div>
  )
}

function oneOf(promotion: ProductPromotion) {
  return <Promotion key={promotion.uuid} promotion={promotion} />
}

/** Its name, and what it says of itself behind "(xem chi tiết)". */
function Promotion({ promotion }: { promotion: ProductPromotion }) {
  const { name, description, gift, quota_left } = promotion
  if (description === '') return <p className="leading-snug">{name}</p>
  return (
    <details className="leading-snug">
      <summary className="finger cursor-pointer list-none [&::-webkit-details-marker]:hidden">
        {name} <span className="text-sm whitespace-nowrap text-accent">(xem chi tiết)</span>
      </summary>
      <p className="mt-1 text-sm text-muted">
        {description}
        {quota_left === null ? '' : ` Còn ${quota_left} suất.`}
        {gift ? (
          <>
            {' '}
            <a href={gift.path} className="font-semibold text-accent underline">
              {gift.name}
            </a>
          </>
        ) : null}
      </p>
    </details>
  )
}
