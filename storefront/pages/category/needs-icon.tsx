import { icon, Zap } from '#web/ui/icons.tsx'

/** Our icons for the emojis that staff choose for a need. Emojis look different on every phone. */
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

/** The icon of a need. An emoji without an icon is shown as it is. */
export function NeedIcon({ emoji }: { emoji: string }) {
  // Some keyboards add the variation selector that asks for the coloured form.
  const Drawing = drawings[emoji.replace('\uFE0F', '')]
  return Drawing ? <Drawing className="size-5" /> : emoji
}
