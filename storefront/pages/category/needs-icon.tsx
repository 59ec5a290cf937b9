import { Icon, type IconName } from '#web/ui/icons.tsx'

/** Our icons for the emojis that staff choose for a need. Emojis look different on every phone. */
const drawings: Readonly<Record<string, IconName>> = {
  '🔋': 'need-battery',
  '🎮': 'need-gamepad',
  '📷': 'need-camera',
  '💾': 'need-storage',
  '🤏': 'need-phone',
  '📺': 'need-screen',
  '🖥': 'need-screen',
  '💰': 'need-tag',
  '📚': 'need-book',
  '🎬': 'need-film',
  '🎨': 'need-palette',
  '🪶': 'need-feather',
  '🎧': 'need-headphones',
  '🎶': 'need-headphones',
  '🤫': 'need-quiet',
  '⌚': 'need-watch',
  '🏃': 'need-watch',
  '⚡': 'need-zap',
  '💻': 'need-laptop',
  '🌪': 'need-wind',
}

/** The icon of a need. An emoji without an icon is shown as it is. */
export function NeedIcon({ emoji }: { emoji: string }) {
  // Some keyboards add the variation selector that asks for the coloured form.
  const drawing = drawings[emoji.replace('\uFE0F', '')]
  return drawing ? <Icon name={drawing} className="size-5" /> : emoji
}
