import type { ComponentProps, InputEvent } from 'react'

type MoneyInputProps = Omit<ComponentProps<'input'>, 'defaultValue' | 'inputMode' | 'onInput'> & {
  defaultValue?: string | number
}

/**
 * A field for whole đồng. Dots appear between the thousands while somebody types; `typedDong` of a contract reads them.
 */
export function MoneyInput({ defaultValue = '', ...input }: MoneyInputProps) {
  return (
    <input
      autoComplete="off"
      maxLength={15}
      {...input}
      inputMode="numeric"
      defaultValue={withDots(String(defaultValue))}
      onInput={putDots}
    />
  )
}

interface MoneyFieldProps {
  label: string
  name: string
  defaultValue: string | number
  required?: boolean
}

/** A money field in a dense form, as wide as its form, with its label above. */
export function MoneyField({ label, ...input }: MoneyFieldProps) {
  return (
    <label className="grid min-w-40 grow gap-1">
      <span className="text-muted">{label}</span>
      <MoneyInput {...input} className="field w-full" />
    </label>
  )
}

/** The caret stays behind the digit that was typed. */
function putDots({ currentTarget: field }: InputEvent<HTMLInputElement>): void {
  const after = digitsOf(field.value.slice(field.selectionEnd ?? field.value.length)).length
  const text = withDots(field.value)
  if (text === field.value) return
  let caret = text.length
  for (let left = after; left > 0; caret -= 1) if (/\d/.test(text.charAt(caret - 1))) left -= 1
  field.value = text
  field.setSelectionRange(caret, caret)
}

/** "8500000" as "8.500.000". A text that is no amount stays: the contract refuses it in words. */
function withDots(text: string): string {
  if (!/^[\d. ]*đ?$/.test(text)) return text
  return digitsOf(text).replace(/\B(?=(\d{3})+$)/g, '.')
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '')
}
