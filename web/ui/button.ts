/** The look of a button, or of a link that looks like a button. */
type ButtonKind = 'primary' | 'dark' | 'outline' | 'quiet'

const looks: Record<ButtonKind, string> = {
  primary: 'bg-accent text-white hover:bg-accent-dark',
  dark: 'bg-ink text-white hover:bg-night',
  outline: 'border border-line bg-white text-ink hover:border-ink',
  quiet: 'text-accent hover:bg-cream',
}

/** The CSS classes of a button (`button` of theme.css). Utilities of `more` override its size and paddings. */
export function buttonClass(kind: ButtonKind, more = ''): string {
  return `button ${looks[kind]} ${more}`
}
