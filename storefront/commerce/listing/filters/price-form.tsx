import { type ChangeEvent, type FormEvent, useRef } from 'react'
import { useNavigate } from 'react-router'
import type { PriceFacet } from '#contracts/storefront/search.ts'
import { formatDong } from '#pure/money.ts'
import {
  listHref,
  type ListQuery,
  readListQuery,
} from '#storefront/commerce/listing/listing-query.ts'
import { buttonClass } from '#web/ui/button.ts'
import { useOnDemand } from '#web/runtime/on-demand.ts'
import { ListFields } from '#storefront/commerce/listing/filters/listing-fields.tsx'

interface PriceFormProps {
  path: string
  query: ListQuery
  price: PriceFacet
}

/** A range of prices to type in, or to draw with two thumbs where scripts run. */
export function PriceForm({ path, query, price }: PriceFormProps) {
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const range = useOnDemand(() => import('#storefront/commerce/listing/filters/price-slider.tsx'))
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new URLSearchParams(
      [...new FormData(event.currentTarget)].map(([key, value]) => [key, String(value)]),
    )
    event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
    void navigate(listHref(path, readListQuery(fields)), { preventScrollReset: true })
  }
  return (
    <form
      ref={form}
      action={path}
      data-scripted
      onSubmit={submit}
      onFocus={range.ask}
      onPointerEnter={range.ask}
    >
      <ListFields query={{ ...query, min_price: null, max_price: null, page: 1 }} />
      {range.value ? (
        <range.value.PriceSlider query={query} price={price} />
      ) : (
        <PriceInputs query={query} price={price} />
      )}
      <button type="submit" className={buttonClass('dark', 'mt-3 w-full')}>
        Áp dụng khoảng giá
      </button>
    </form>
  )
}

type PriceInputsProps = Omit<PriceFormProps, 'path'>

/** Two ends of a range as fields; empty means open. The track's room is kept until it is drawn. */
function PriceInputs({ query, price }: PriceInputsProps) {
  const isOpen = query.min_price === null && query.max_price === null
  return (
    <>
      <div className="flex items-center gap-2">
        <PriceInput name="min_price" label="Giá từ" hint={price.min} value={query.min_price} />
        <span aria-hidden>–</span>
        <PriceInput name="max_price" label="Giá đến" hint={price.max} value={query.max_price} />
      </div>
      <div aria-hidden className="grid h-11 items-center noscript:hidden">
        <span className={`h-1.5 rounded-full ${isOpen ? 'range-still bg-accent' : 'bg-line'}`} />
      </div>
    </>
  )
}

interface PriceInputProps {
  name: 'min_price' | 'max_price'
  label: string
  hint: number
  value: number | null
  /** Takes what is typed, digits alone; without it the field keeps what is typed itself. */
  onType?: (value: number | null) => void
}

/** One end of a range, typed with or without dots. */
export function PriceInput({ name, label, hint, value, onType }: PriceInputProps) {
  const text = value === null ? '' : formatDong(value)
  const held = onType && {
    value: text,
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) =>
      onType(typed(currentTarget.value)),
  }
  return (
    <input
      name={name}
      inputMode="numeric"
      autoComplete="off"
      maxLength={17}
      aria-label={label}
      placeholder={formatDong(hint)}
      className="h-11 w-full min-w-0 rounded-xl border border-line bg-white px-3 text-base"
      {...(held ?? { defaultValue: text })}
    />
  )
}

/** Digits count; dots and the sign of đồng are drawn anew. */
function typed(text: string): number | null {
  const digits = text.replace(/\D/g, '').slice(0, 12)
  return digits === '' ? null : Number(digits)
}
