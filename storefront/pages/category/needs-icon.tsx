import {
  NeedBattery,
  NeedGamepad,
  NeedCamera,
  NeedStorage,
  NeedPhone,
  NeedScreen,
  NeedTag,
  NeedBook,
  NeedFilm,
  NeedPalette,
  NeedFeather,
  NeedHeadphones,
  NeedQuiet,
  NeedWatch,
  NeedZap,
  NeedLaptop,
  NeedWind,
} from '#web/ui/icons.tsx'

/** Our drawings for the signs that staff choose for a need; those look different on every phone. */
const drawings: Readonly<Record<string, typeof NeedBattery>> = {
  '🔋': NeedBattery,
  '🎮': NeedGamepad,
  '📷': NeedCamera,
  '💾': NeedStorage,
  '🤏': NeedPhone,
  '📺': NeedScreen,
  '🖥': NeedScreen,
  '💰': NeedTag,
  '📚': NeedBook,
  '🎬': NeedFilm,
  '🎨': NeedPalette,
  '🪶': NeedFeather,
  '🎧': NeedHeadphones,
  '🎶': NeedHeadphones,
  '🤫': NeedQuiet,
  '⌚': NeedWatch,
  '🏃': NeedWatch,
  '⚡': NeedZap,
  '💻': NeedLaptop,
  '🌪': NeedWind,
}

/** A need's picture; a sign that has no drawing is shown as it is. */
export function NeedIcon({ icon }: { icon: string }) {
  // Some keyboards end a sign with the mark that asks for its colourful form.
  const Drawing = drawings[icon.replace('\uFE0F', '')]
  return Drawing ? <Drawing className="size-5" /> : icon
}
