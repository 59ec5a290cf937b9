import { frame_paths } from '#storefront/addresses/frame-paths.ts'
import { type FormEvent, useState } from 'react'
import type { ColorVariant, ProductCombo, ProductPage } from '#contracts/storefront/catalog.ts'
import { formatDong } from '#pure/money.ts'
import { buttonClass } from '#web/ui/button.ts'
import { Photo } from '#storefront/commerce/pictures/photo.tsx'
import { useAddToCart } from '#storefront/pages/product/buy/add-to-cart.ts'
import { priceNow } from '#storefront/commerce/colors/chosen-color.ts'

interface ComboBlockProps {
  color: ColorVariant
  product: Pick<ProductPage, 'combos' | 'promotions'>
}

/** "Mua kèm giá sốc": items that cost less with this one. All ticked items go into the cart together. */
export function ComboBlock(props: ComboBlockProps) {
  const { item_id } = props.color
  return <ComboForm key={item_id} {...props} {...useAddToCart(item_id, 'combo')} />
}

type ComboFormProps = ComboBlockProps & ReturnType<typeof useAddToCart>

function ComboForm({ color, product, Form, is_busy }: ComboFormProps) {
  const { combos, promotions } = product
  const available = combos.filter(
    ({ main_item_id }) => main_item_id === null || main_item_id === color.item_id,
  )
  const [chosen, setChosen] = useState<readonly number[]>(() =>
    initialChoice(available, promotions),
  )
  const price = priceNow(color)
  if (available.length === 0 || price === null) return null
  const selected = available.filter((combo) => chosen.includes(combo.combo_item_id))
  const total = selected.reduce((sum, combo) => sum + combo.combo_price, price)
  const saving = selected.reduce((sum, combo) => sum + combo.list_price - combo.combo_price, 0)
  const toggle = (id: number, is_on: boolean) =>
    setChosen(is_on ? [...chosen, id] : chosen.filter((chosen_id) => chosen_id !== id))
  return (
    <section aria-labelledby="mua-kem" className="rounded-2xl border border-line p-4">
      <h2 id="mua-kem" className="text-base font-bold tracking-normal">
        Mua kèm giá sốc
      </h2>
      <Form method="post" action={frame_paths.cart} onSubmit={addPromotionChoice}>
        <input type="hidden" name="intent" value="add-combo" />
        <input type="hidden" name="item_id" value={color.item_id} />
        <ul className="mt-1 divide-y divide-line">
          {available.map((combo) => (
            <li key={combo.combo_item_id}>
              <ComboChoice
                combo={combo}
                is_chosen={chosen.includes(combo.combo_item_id)}
                onToggle={(is_on) => toggle(combo.combo_item_id, is_on)}
              />
            </li>
          ))}
        </ul>
        <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p aria-live="polite" className="wrap-anywhere noscript:hidden">
            <span className="text-sm text-muted">Tổng tiền: </span>
            <strong className="text-lg text-sale">{formatDong(total)}</strong>
            {saving > 0 ? (
              <span className="block text-note text-success">Tiết kiệm {formatDong(saving)}</span>
            ) : null}
          </p>
          <button
            type="submit"
            name="buy_now"
            value="1"
            aria-disabled={is_busy}
            className={buttonClass('primary', 'max-sm:w-full')}
          >
            {is_busy ? 'Đang thêm…' : `Mua ${selected.length + 1} sản phẩm`}
          </button>
        </div>
      </Form>
    </section>
  )
}

/** Copies the chosen promotions from the buy form. Without scripts the cart takes the best ones. */
function addPromotionChoice({ currentTarget }: FormEvent<HTMLFormElement>) {
  const buy_form = document.querySelector<HTMLFormElement>('#mua')
  for (const [name, value] of new FormData(buy_form ?? undefined)) {
    if (!name.startsWith('chosen')) continue
    const field = document.createElement('input')
    currentTarget.append(Object.assign(field, { type: 'hidden', name, value }))
  }
}

interface ComboChoiceProps {
  combo: ProductCombo
  is_chosen: boolean
  onToggle: (is_on: boolean) => void
}

function ComboChoice({ combo, is_chosen, onToggle }: ComboChoiceProps) {
  const { combo_item_id, item_id, item_name, color_name, picture, list_price, combo_price } = combo
  return (
    <label className="flex min-h-16 cursor-pointer flex-wrap items-center gap-3 py-2">
      <input
        type="checkbox"
        name="combo"
        value={`${combo_item_id}-${item_id}`}
        checked={is_chosen}
        onChange={(event) => onToggle(event.target.checked)}
        className="size-5 shrink-0 accent-accent"
      />
      {picture ? (
        <Photo
          picture={picture}
          alt=""
          sizes="48px"
          className="size-12 shrink-0 object-contain max-sm:size-10"
        />
      ) : null}
      <span className="combo-text">
        <span className="min-w-[min(6rem,100%)] flex-1 text-sm leading-snug">
          {item_name}
          {color_name === '' ? null : <span className="text-muted">{` · ${color_name}`}</span>}
        </span>
        <span className="text-body leading-snug sm:text-right">
          <span className="font-bold text-sale sm:block">{`Mua kèm: ${formatDong(combo_price)}`}</span>{' '}
          <del className="text-note text-muted sm:block">
            <span className="sr-only">Giá niêm yết </span>
            {formatDong(list_price)}
          </del>
        </span>
      </span>
    </label>
  )
}

/** The first item that is no gift already is ticked at the start, so that the total shows what the block does. */
function initialChoice(
  combos: readonly ProductCombo[],
  promotions: ProductPage['promotions'],
): number[] {
  const gifts = promotions.map(({ gift }) => gift?.path)
  const first = combos.find(({ path }) => !gifts.includes(path))
  return first ? [first.combo_item_id] : []
}
