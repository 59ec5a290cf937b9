import { Icon } from '#web/ui/icons.tsx'
import { type KeyboardEvent, useState } from 'react'

interface QuantityStepperProps {
  /** Label for screen readers. */
  label: string
  value: number
  max: number
  /** Called with the new quantity. Without scripts the surrounding form posts `step` or the field. */
  onChange: (value: number) => void
}

/** A quantity field with − and +. Inside a form it posts `item_quantity` and the pressed `step` of −1 or 1. */
export function QuantityStepper({ label, value, max, onChange }: QuantityStepperProps) {
  const [draft, setDraft] = useState<string | null>(null)

  function commitDraft() {
    if (draft === null) return
    const wanted = Math.min(Math.max(Number(draft), 1), Math.max(max, 1))
    setDraft(null)
    if (draft !== '' && wanted !== value) onChange(wanted)
  }

  function commitOnEnter(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    event.preventDefault()
    commitDraft()
  }

  return (
    <div
      role="group"
      aria-label={label}
      className="inline-flex items-center rounded-xl border border-line bg-white p-0.5"
    >
      {/* Enter in the field presses the form's first button: this one, which has no step. */}
      <button type="submit" tabIndex={-1} aria-hidden className="sr-only" />
      <StepButton
        step={-1}
        isDisabled={value <= 1}
        onPress={() => onChange(Math.min(value - 1, Math.max(max, 1)))}
      />
      <input
        name="item_quantity"
        inputMode="numeric"
        autoComplete="off"
        aria-label="Số lượng"
        maxLength={2}
        value={draft ?? value}
        onChange={(event) => setDraft(event.target.value.replace(/\D/g, ''))}
        onFocus={(event) => event.target.select()}
        onBlur={commitDraft}
        onKeyDown={commitOnEnter}
        className="w-9 rounded-lg bg-transparent py-1.5 text-center text-body font-semibold text-ink"
      />
      <StepButton step={1} isDisabled={value >= max} onPress={() => onChange(value + 1)} />
    </div>
  )
}

interface StepButtonProps {
  step: 1 | -1
  isDisabled: boolean
  onPress: () => void
}

function StepButton({ step, isDisabled, onPress }: StepButtonProps) {
  const icon = step === 1 ? 'plus' : 'minus'
  return (
    <button
      type="submit"
      name="step"
      value={step}
      aria-label={step === 1 ? 'Tăng số lượng' : 'Giảm số lượng'}
      disabled={isDisabled}
      onClick={(event) => {
        event.preventDefault()
        onPress()
      }}
      className="grid size-9 place-items-center rounded-[10px] text-ink hover:bg-mist disabled:text-muted/50 disabled:hover:bg-transparent"
    >
      <Icon name={icon} className="size-4" />
    </button>
  )
}
