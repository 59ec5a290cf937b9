import type { ChangeEvent } from 'react'
import { formatDong } from '#pure/money.ts'

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
