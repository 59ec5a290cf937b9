import { icon, Zap } from '#web/ui/icons.tsx'

/** Our drawings for the signs that staff choose for a need; those look different on every phone. */
const drawings: Readonly<Record<string, typeof Zap>> = {
  '🔋': icon('need-battery'),
  '🎮': icon('need-gamepad'),
  '📷': icon('need-camera'),
  '💾': icon('need-storage'),
  '🤏': icon('need-phone'),
  '📺': icon('need-screen'),
  '🖥': icon('need-screen'),
  '💰': icon('need-tag'),
  '📚': icon('need-book'),
  '🎬': icon('need-film'),
  '🎨': icon('need-palette'),
  '🪶': icon('need-feather'),
  '🎧': icon('need-headphones'),
  '🎶': icon('need-headphones'),
  '🤫': icon('need-quiet'),
  '⌚': icon('need-watch'),
  '🏃': icon('need-watch'),
  '⚡': Zap,
  '💻': icon('need-laptop'),
  '🌪': icon('need-wind'),
}

/** A need's picture; a sign that has no drawing is shown as it is. */
export function NeedIcon({ sign }: { sign: string }) {
  // Some keyboards end a sign with the mark that asks for its colourful form.
  const Drawing = drawings[sign.replace('\uFE0F', '')]
  return Drawing ? <Drawing className="size-5" /> : sign
}
