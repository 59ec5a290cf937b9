import type { ColorVariant, ProductPage, ProductPromotion } from '#contracts/storefront/catalog.ts'
import { type PromotionGroup, promotionGroups } from '#storefront/pages/product/promotion-texts.ts'

interface PromotionListProps {
  product: Pick<ProductPage, 'promotions'>
  color: ColorVariant
  /** Id of the form that sends the choice; undefined when the product cannot be bought. */
  form: string | undefined
}

interface ChoiceProps extends PromotionGroup {
  form: string | undefined
  problems: ColorVariant['promotion_problems']
}

/** "Khuyến mãi hấp dẫn": the promotions of the product. Of alternatives the best is chosen at the start. */
export function PromotionList({ product, color, form }: PromotionListProps) {
  const groups = promotionGroups(product.promotions, color)
  const { promotion_problems: problems } = color
  if (groups.length === 0) return null
  return (
    <section
      aria-labelledby="khuyen-mai"
      className="overflow-hidden rounded-2xl border border-line"
    >
      <h2 id="khuyen-mai" className="bg-cream px-4 py-2.5 text-base font-bold tracking-normal">
        Khuyến mãi hấp dẫn
      </h2>
      <ol className="grid gap-2.5 p-4 text-body">
        {groups.map((group, index) => (
          <li key={group.key} className="grid grid-cols-[auto_minmax(0,1fr)] gap-2.5">
            <span
              aria-hidden
              className="mt-0.5 grid size-5 place-items-center rounded-full bg-accent text-xs font-bold text-white"
            >
              {index + 1}
            </span>
            {group.is_choice ? (
              <Choice {...group} form={form} problems={problems} />
            ) : (
              group.promotions.map((promotion) => (
                <Promotion
                  key={promotion.uuid}
                  promotion={promotion}
                  problem={problems?.[promotion.uuid]}
                />
              ))
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Radio buttons that belong to the form that adds the product to the cart. */
function Choice({ promotions, taken, name, form, note, problems }: ChoiceProps) {
  return (
    <fieldset disabled={form === undefined} className="min-w-0">
      <legend className="leading-snug font-semibold">Nhận thêm 1 trong các khuyến mãi sau</legend>
      {promotions.map((promotion) => (
        <div key={promotion.uuid} className="mt-1.5 grid grid-cols-[auto_minmax(0,1fr)] gap-2">
          <input
            type="radio"
            id={promotion.uuid}
            name={name}
            value={promotion.uuid}
            form={form}
            defaultChecked={promotion.uuid === taken}
            className="mt-0.5 size-5 accent-accent"
          />
          <Promotion
            promotion={promotion}
            label={promotion.uuid}
            problem={problems?.[promotion.uuid]}
          />
        </div>
      ))}
      {note === null ? null : <p className="mt-1.5 text-note text-muted">{note}</p>}
    </fieldset>
  )
}

interface PromotionProps {
  promotion: ProductPromotion
  label?: string
  /** Why it does not apply at the shown price. */
  problem: string | undefined
}

/** The name of a promotion, and its description behind "(xem chi tiết)". */
function Promotion({ promotion, label, problem }: PromotionProps) {
  const { name, description, gift, quota_left } = promotion
  const more = <span className="text-sm whitespace-nowrap text-accent">(xem chi tiết)</span>
  return (
    <div className="leading-snug">
      {label === undefined ? null : (
        <label htmlFor={label} className="block min-h-6 cursor-pointer">
          {name}
        </label>
      )}
      {description === '' ? (
        label === undefined && name
      ) : (
        <details>
          <summary className="finger cursor-pointer list-none [&::-webkit-details-marker]:hidden">
            {label === undefined ? name : <span className="sr-only">{name}</span>} {more}
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
      )}
      {problem && <p className="text-sm text-muted">{problem}</p>}
    </div>
  )
}
