import type { ComponentProps } from 'react'

interface ScanFieldProps extends ComponentProps<'textarea'> {
  label: string
  rows: number
}

/** A field for several codes. A scanner ends each with Enter, which begins a line here and sends nothing. */
export function ScanField({ label, name = 'scanned', ...more }: ScanFieldProps) {
  return (
    <label className="grid gap-1 font-semibold">
      {label}
      <textarea
        {...more}
        name={name}
        required
        autoCapitalize="characters"
        spellCheck={false}
        className="field w-full py-2 font-mono text-base font-normal"
      />
    </label>
  )
}
