import type { ChangeEvent } from 'react'
import { formatDong } from '#pure/money.ts'

interface PriceInputProps {
  name: 'min_price' | 'max_price'
  label: string
  hint: number
  value: number | null
  /** Called with the typed amount in đồng. Without it the field is uncontrolled. */
  onType?: (value: number | null) => void
}

/** One end of a price range, typed with or without dots. */
export function PriceInput({ name, label, hint, value, onType }: PriceInputProps) {
  const text = value === null ? '' : formatDong(value)
  const controlled = onType && {
    value: text,
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) =>
      onType(amountOf(currentTarget.value)),
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
      {...(controlled ?? { defaultValue: text })}
    />
  )
}

/** Reads the digits only; dots and the sign of đồng are formatted again. */
function amountOf(text: string): number | null {
  const digits = text.replace(/\D/g, '').slice(0, 12)
  return digits === '' ? null : Number(digits)
}
