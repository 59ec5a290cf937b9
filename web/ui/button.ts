/** How a button or a link that looks like one is drawn. */
export type ButtonKind = 'primary' | 'dark' | 'outline' | 'quiet'

const shape =
  'inline-flex min-h-11 items-center justify-center gap-2 rounded-button px-5 py-2.5 text-center font-bold transition-colors disabled:cursor-not-allowed disabled:opacity-60'

const looks: Record<ButtonKind, string> = {
  primary: 'bg-accent text-white hover:bg-accent-dark',
  dark: 'bg-ink text-white hover:bg-night',
  outline: 'border border-line bg-white text-ink hover:border-ink',
  quiet: 'text-accent hover:bg-cream',
}

/** The classes of a button: 44 px tall at least, so that a thumb hits it. */
export function buttonClass(kind: ButtonKind, more = ''): string {
  return `${shape} ${looks[kind]} ${more}`
}
