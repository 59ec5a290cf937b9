import sprite from './needs-icons.svg'

/** Our drawings for the signs that staff choose for a need; those look different on every phone. */
const drawings: Readonly<Record<string, string>> = {
  '🔋': 'battery',
  '🎮': 'gamepad',
  '📷': 'camera',
  '💾': 'storage',
  '🤏': 'phone',
  '📺': 'screen',
  '🖥': 'screen',
  '💰': 'tag',
  '📚': 'book',
  '🎬': 'film',
  '🎨': 'palette',
  '🪶': 'feather',
  '🎧': 'headphones',
  '🎶': 'headphones',
  '🤫': 'quiet',
  '⌚': 'watch',
  '🏃': 'watch',
  '⚡': 'zap',
  '💻': 'laptop',
  '🌪': 'wind',
}

/** A need's picture; a sign that has no drawing is shown as it is. */
export function NeedIcon({ icon }: { icon: string }) {
  // Some keyboards end a sign with the mark that asks for its colourful form.
  const drawing = drawings[icon.replace('\uFE0F', '')]
  if (drawing === undefined) return icon
  return (
    <svg aria-hidden width="24" height="24" className="size-5">
      <use href={`${sprite}#${drawing}`} />
    </svg>
  )
}
