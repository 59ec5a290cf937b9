import type { LayoutId } from '#storefront/pages/device-test/keyboard/key-layouts.ts'

/** What is printed on a key: with Shift above, without below. */
interface KeyLegend {
  main: string
  shifted?: string
}

/** Signs of both levels, the second with Shift. */
const pairs: Readonly<Record<string, string>> = {
  Backquote: '`~',
  Digit1: '1!',
  Digit2: '2@',
  Digit3: '3#',
  Digit4: '4$',
  Digit5: '5%',
  Digit6: '6^',
  Digit7: '7&',
  Digit8: '8*',
  Digit9: '9(',
  Digit0: '0)',
  Minus: '-_',
  Equal: '=+',
  BracketLeft: '[{',
  BracketRight: ']}',
  Backslash: '\\|',
  Semicolon: ';:',
  Quote: '\'"',
  Comma: ',<',
  Period: '.>',
  Slash: '/?',
}

const words: Readonly<Record<string, string>> = {
  Escape: 'Esc',
  Backspace: '⌫',
  Tab: 'Tab',
  CapsLock: 'Caps',
  Enter: 'Enter',
  ShiftLeft: 'Shift',
  ShiftRight: 'Shift',
  ControlLeft: 'Ctrl',
  ControlRight: 'Ctrl',
  MetaLeft: 'Win',
  MetaRight: 'Win',
  AltLeft: 'Alt',
  AltRight: 'Alt',
  ContextMenu: 'Menu',
  Space: '',
  Fn: 'Fn',
  PrintScreen: 'PrtSc',
  ScrollLock: 'ScrLk',
  Pause: 'Pause',
  Insert: 'Ins',
  Delete: 'Del',
  Home: 'Home',
  End: 'End',
  PageUp: 'PgUp',
  PageDown: 'PgDn',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  NumLock: 'Num',
  NumpadDivide: '/',
  NumpadMultiply: '*',
  NumpadSubtract: '−',
  NumpadAdd: '+',
  NumpadEnter: '⏎',
  NumpadDecimal: '.',
}

const mac_words: Readonly<Record<string, string>> = {
  Backspace: '⌫',
  Enter: '⏎',
  ControlLeft: '⌃',
  AltLeft: '⌥',
  AltRight: '⌥',
  MetaLeft: '⌘',
  MetaRight: '⌘',
  ShiftLeft: '⇧',
  ShiftRight: '⇧',
  CapsLock: '⇪',
  Tab: '⇥',
  Fn: 'fn',
}

const sides: readonly [RegExp, string][] = [
  [/^Numpad/, ' (phím số)'],
  [/^(Shift|Control|Alt|Meta)Left$/, ' trái'],
  [/^(Shift|Control|Alt|Meta)Right$/, ' phải'],
]

/** What is printed on a key of this keyboard. */
export function legendOf(code: string, layout: LayoutId): KeyLegend {
  const pair = pairs[code]
  if (pair !== undefined) return { main: pair.charAt(0), shifted: pair.slice(1) }
  const word = (layout === 'mac' ? mac_words[code] : undefined) ?? words[code]
  return { main: word ?? code.replace(/^(Key|Digit|Numpad)/, '') }
}

/** A key in a sentence: "Shift trái", "Space", "5 (phím số)". */
export function keyName(code: string, layout: LayoutId = 'full'): string {
  if (code === 'Space') return 'Space'
  if (code === 'Backspace') return 'Backspace'
  const side = sides.find(([pattern]) => pattern.test(code))?.[1] ?? ''
  return legendOf(code, layout).main + side
}
