/** A key of a drawn keyboard. Measures are in widths of a letter's key. */
export interface DrawnKey {
  /** KeyboardEvent.code: the place of the key, whatever letter it types. */
  code: string
  x: number
  y: number
  width: number
  height: number
}

/** Keys that stand together. A phone shows the blocks of a wide keyboard under each other. */
export interface KeyBlock {
  id: 'main' | 'navigation' | 'numpad'
  width: number
  height: number
  keys: readonly DrawnKey[]
}

export const layout_ids = ['full', 'tkl', 'laptop', 'mac'] as const
export type LayoutId = (typeof layout_ids)[number]

export interface KeyLayout {
  id: LayoutId
  name: string
  blocks: readonly KeyBlock[]
}

/** Keys that no browser hears of: they are drawn, but not counted. */
export const unheard_keys: ReadonlySet<string> = new Set(['Fn'])

/** Between the blocks of a wide keyboard. */
export const block_gap = 0.25

/**
 * The rows of a block as texts: a code, with `:` its width and `/` its height, or `+` and a gap. The first number
 * of a row, before `|`, is where it stands.
 */
function block(id: KeyBlock['id'], rows: readonly string[]): KeyBlock {
  const keys = rows.flatMap((row) => {
    const [top = '0', codes = ''] = row.split('|')
    return keysOf(codes, Number(top))
  })
  const right = Math.max(...keys.map(({ x, width }) => x + width))
  const bottom = Math.max(...keys.map(({ y, height }) => y + height))
  return { id, width: right, height: bottom, keys }
}

function keysOf(codes: string, y: number): DrawnKey[] {
  let x = 0
  const keys: DrawnKey[] = []
  for (const word of codes.trim().split(/\s+/)) {
    const [, name = '', wide = '1', high = '1'] =
      /^(\w+)(?::([\d.]+))?(?:\/([\d.]+))?$/.exec(word) ?? []
    if (name === '') {
      x += Number(word)
      continue
    }
    const [width, height] = [Number(wide), Number(high)]
    keys.push({ code: codeOf(name), x, y, width, height })
    x += width
  }
  return keys
}

/** Letters and digits are written as themselves. */
function codeOf(name: string): string {
  if (/^[A-Z]$/.test(name)) return `Key${name}`
  return /^\d$/.test(name) ? `Digit${name}` : name
}

const digits = 'Backquote 1 2 3 4 5 6 7 8 9 0 Minus Equal'
const upper = 'Q W E R T Y U I O P BracketLeft BracketRight'
const middle = 'CapsLock:1.75 A S D F G H J K L Semicolon Quote'
const lower = 'ShiftLeft:2.25 Z X C V B N M Comma Period Slash'

const desktop = block('main', [
  '0| Escape +1 F1 F2 F3 F4 +0.5 F5 F6 F7 F8 +0.5 F9 F10 F11 F12',
  `1.3| ${digits} Backspace:2`,
  `2.3| Tab:1.5 ${upper} Backslash:1.5`,
  `3.3| ${middle} Enter:2.25`,
  `4.3| ${lower} ShiftRight:2.75`,
  '5.3| ControlLeft:1.25 MetaLeft:1.25 AltLeft:1.25 Space:6.25 AltRight:1.25 MetaRight:1.25 ContextMenu:1.25 ControlRight:1.25',
])
const navigation = block('navigation', [
  '0| PrintScreen ScrollLock Pause',
  '1.3| Insert Home PageUp',
  '2.3| Delete End PageDown',
  '4.3| +1 ArrowUp',
  '5.3| ArrowLeft ArrowDown ArrowRight',
])
const numpad = block('numpad', [
  '1.3| NumLock NumpadDivide NumpadMultiply NumpadSubtract',
  '2.3| Numpad7 Numpad8 Numpad9 NumpadAdd/2',
  '3.3| Numpad4 Numpad5 Numpad6',
  '4.3| Numpad1 Numpad2 Numpad3 NumpadEnter/2',
  '5.3| Numpad0:2 NumpadDecimal',
])
const laptop = block('main', [
  '0| Escape F1 F2 F3 F4 F5 F6 F7 F8 F9 F10 F11 F12 PrintScreen Insert Delete',
  `1.15| ${digits} Backspace:2 Home`,
  `2.15| Tab:1.5 ${upper} Backslash:1.5 PageUp`,
  `3.15| ${middle} Enter:2.25 PageDown`,
  `4.15| ${lower} ShiftRight:1.75 ArrowUp End`,
  '5.15| ControlLeft:1.25 Fn MetaLeft AltLeft:1.25 Space:5.5 AltRight ContextMenu ControlRight ArrowLeft ArrowDown ArrowRight',
])
const mac = block('main', [
  '0| Escape:1.5 F1 F2 F3 F4 F5 F6 F7 F8 F9 F10 F11 F12',
  `1| ${digits} Backspace:1.5`,
  `2| Tab:1.5 ${upper} Backslash`,
  `3| ${middle} Enter:1.75`,
  `4| ${lower} ShiftRight:2.25`,
  '5| Fn ControlLeft AltLeft MetaLeft:1.25 Space:5 MetaRight:1.25 AltRight ArrowLeft ArrowUp/0.5 ArrowRight',
  '5.5| +12.5 ArrowDown/0.5',
])

export const key_layouts: Readonly<Record<LayoutId, KeyLayout>> = {
  full: { id: 'full', name: 'Đầy đủ 104 phím', blocks: [desktop, navigation, numpad] },
  tkl: { id: 'tkl', name: 'TKL 87 phím', blocks: [desktop, navigation] },
  laptop: { id: 'laptop', name: 'Laptop 75%', blocks: [laptop] },
  mac: { id: 'mac', name: 'MacBook', blocks: [mac] },
}

/** The codes of all keys of a keyboard that a browser hears of. */
export function countedKeys({ blocks }: KeyLayout): string[] {
  return blocks.flatMap(({ keys }) =>
    keys.map(({ code }) => code).filter((code) => !unheard_keys.has(code)),
  )
}
