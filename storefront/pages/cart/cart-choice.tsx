import { Form } from 'react-router'
import type { CartItem, PromotionChoice } from '#contracts/storefront/cart.ts'
import { cart_addresses } from '#storefront/addresses/cart.ts'
import { buttonClass } from '#web/ui/button.ts'
import { LineFields } from '#storefront/pages/cart/cart-line-fields.tsx'

/** Shows the promotions to choose from for a line, and the chosen promotion that no longer applies. */
export function CartChoice({ line }: { line: CartItem }) {
  const groups = line.choices ?? []
  return (
    <>
      {line.lost_promotion === undefined ? null : (
        <p className="mt-1.5 rounded-lg bg-gold-soft px-2.5 py-1.5 text-sm">
          {lostPromotionText(line.lost_promotion, groups)}
        </p>
      )}
      {groups.map((group) => (
        <ChoiceForm key={group.choice_group} line={line} group={group} />
      ))}
    </>
  )
}

/** A plain form inside `<details>`: it works the same with and without scripts. */
function ChoiceForm({ line, group }: { line: CartItem; group: PromotionChoice }) {
  const has_any = group.promotions.some(({ can_be_had }) => can_be_had)
  const taken = group.promotions.find(({ uuid }) => uuid === group.taken)
  return (
    <details className="mt-1 text-sm">
      <summary className="list-none leading-[1.5rem] [&::-webkit-details-marker]:hidden">
        {taken && <>Đang chọn: {taken.name} · </>}
        <span className="font-semibold text-accent underline">
          {taken ? 'Đổi' : 'Chọn ưu đãi'}
        </span>{' '}
        <span className="sr-only">ưu đãi của {line.name}</span>
      </summary>
      <Form
        method="post"
        action={cart_addresses.cart.path}
        className="mt-1 grid gap-2 rounded-xl bg-mist px-3 py-2.5"
      >
        <LineFields intent="choose-promotion" line={line} />
        <fieldset className="min-w-0">
          <legend className="font-semibold">Nhận thêm 1 trong các khuyến mãi sau</legend>
          {group.promotions.map(({ uuid, name, can_be_had }) => (
            <label
              key={uuid}
              className="flex min-h-9 cursor-pointer items-center gap-2.5 py-1.5 leading-snug has-disabled:cursor-not-allowed has-disabled:text-muted"
            >
              <input
                type="radio"
                name="promotion_uuid"
                value={uuid}
                required
                disabled={!can_be_had}
                defaultChecked={uuid === group.taken}
                className="size-5 shrink-0 accent-accent"
              />
              {name}
            </label>
          ))}
        </fieldset>
        {has_any ? (
          <button type="submit" className={buttonClass('outline', 'w-fit px-4 text-sm')}>
            Áp dụng
          </button>
        ) : (
          <p className="text-muted">Các ưu đãi này không áp dụng cùng giá hiện tại.</p>
        )}
      </Form>
    </details>
  )
}

function lostPromotionText(name: string, groups: readonly PromotionChoice[]): string {
  const notice =
    name === ''
      ? 'Ưu đãi bạn chọn đã kết thúc.'
      : `Ưu đãi “${name}” bạn chọn hiện không áp dụng được.`
  const [group, ...other_groups] = groups
  const replacement = group?.promotions.find(({ uuid }) => uuid === group.taken)
  return replacement && other_groups.length === 0
    ? `${notice} Giỏ hàng lấy “${replacement.name}” thay thế.`
    : notice
}
