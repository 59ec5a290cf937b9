import { buttonClass } from '#web/ui/button.ts'
import { Icon } from '#web/ui/icons.tsx'

interface ModelSearchProps {
  action: string
  /** What is searched for now. */
  q: string
  /** What the field asks for. */
  label: string
  /** The name of the form. */
  title: string
  /** Other fields of the address. */
  children?: React.ReactNode
}

/** Finds the model of a device by its name: the form leads to `action` with `q`. */
export function ModelSearch({ action, q, label, title, children }: ModelSearchProps) {
  return (
    <form action={action} role="search" aria-label={title} className="flex gap-2">
      {children}
      <label className="min-w-0 flex-1">
        <span className="sr-only">{label}</span>
        <input
          key={q}
          type="search"
          name="q"
          defaultValue={q}
          maxLength={100}
          placeholder={label}
          className="h-12 w-full rounded-xl border border-muted/50 bg-white px-4"
        />
      </label>
      <button type="submit" className={buttonClass('primary', 'min-h-12 px-4')}>
        <Icon name="search" className="size-5" />
        <span className="max-sm:sr-only">Tìm</span>
      </button>
    </form>
  )
}
