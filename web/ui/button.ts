/** The look of a button, or of a link that looks like a button. */
type ButtonKind = 'primary' | 'dark' | 'outline' | 'quiet'

const shape =
  'inline-flex min-h-11 items-center justify-center gap-2 rounded-button px-5 py-2.5 text-center font-bold transition-colors disabled:cursor-not-allowed disabled:opacity-60'

const looks: Record<ButtonKind, string> = {
  primary: 'bg-accent text-white hover:bg-accent-dark',
  dark: 'bg-ink text-white hover:bg-night',
  outline: 'border border-line bg-white text-ink hover:border-ink',
  quiet: 'text-accent hover:bg-cream',
}

/** The CSS classes of a button. It is at least 44 px high, so that it is easy to tap. */
export function buttonClass(kind: ButtonKind, more = ''): string {
  return `${shape} ${looks[kind]} ${more}`
}
