import { basename } from 'node:path'
import { parseSync } from 'vite'

interface FormerWord {
  /** As words: "slot line" is found in slotLine, slot_line, SlotLines and slot-line.ts. */
  was: string
  now: string
  /** Where it may still stand, to accept what was written before: the beginning of paths. */
  but_in?: readonly string[]
}

/**
 * Words that were replaced by those of the field and must not come back as identifiers or file names.
 * Comments and what shoppers read are free to use them. Keep it short: what somebody might write again.
 */
export const former_words: readonly FormerWord[] = [
  { was: 'slot line', now: 'waitlist', but_in: ['test/laws/'] },
  { was: 'desk', now: 'staff' },
  { was: 'shelf', now: 'category or stock row', but_in: ['platform/database/migrate.test.ts'] },
  { was: 'shelve', now: 'category or stock row' },
  { was: 'deed', now: 'action' },
  { was: 'slot wait', now: 'waitlist entry', but_in: ['db/'] },
  { was: 'hold id', now: 'reservation id', but_in: ['db/'] },
  { was: 'at door', now: 'cod', but_in: ['db/', 'storefront/pages/cart/bank-transfer-info/'] },
  { was: 'teller', now: 'sender' },
  { was: 'weighing', now: 'evaluation' },
  // A parcel is handed over to its courier.
  {
    was: 'hand over',
    now: 'take up',
    but_in: [
      'shop/shipment/',
      'shop/flows/shipment/',
      'shop/flows/staff/parcel',
      'shop/views/parcel/parcel-list-store.ts',
      'contracts/staff/parcels',
      'shop/staff-services.test.ts',
      'test/faults/packing.ts',
      'test/pictures/day-pictures.ts',
      'admin/',
      'test/journeys/staff/parcels',
      'test/journeys/staff/everyday-tasks',
    ],
  },
  { was: 'take again', now: 'reserve again' },
  { was: 'look again', now: 'check again' },
  { was: 'asleep', now: 'static' },
  { was: 'later view', now: 'page' },
  { was: 'seat', now: 'tally' },
  // The best runs of a game stand on a board.
  {
    was: 'board',
    now: 'scorer',
    but_in: [
      'contracts/storefront/game.ts',
      'shop/flows/trade/game/',
      'shop/flows/member/security/merge-accounts.test.ts',
      'storefront/pages/games/',
    ],
  },
]

/** What a source still calls by a former word, as `path: identifier, now …`. */
export function formerWordsIn(
  path: string,
  text: string,
  words: readonly FormerWord[] = former_words,
): string[] {
  const concerned = words.filter(
    ({ but_in = [] }) => !but_in.some((place) => path.startsWith(place)),
  )
  const own_name = basename(path).replace(/\..*$/, '')
  const findIn = (names: readonly string[]) =>
    [...new Set(names)].flatMap((name) => {
      const words_of_name = ` ${wordsOf(name)} `
      return concerned
        .filter(({ was }) => words_of_name.includes(` ${was} `))
        .map(({ now }) => `${path}: ${name}, now ${now}`)
    })
  // Parsing costs ten times more. It only takes the comments out of what is found.
  const found = findIn([own_name, ...namesIn(text)])
  return found.length === 0 ? [] : findIn([own_name, ...namesIn(codeOf(path, text))])
}

/** Every name in a text: of code, of its SQL and of its comments. */
function namesIn(text: string): string[] {
  return text.match(/[A-Za-z_$][\w$]*/g) ?? []
}

/** The text of a source with blanks in place of its comments. */
function codeOf(path: string, text: string): string {
  let code = text
  for (const { start, end } of parseSync(path, text).comments) {
    code = code.slice(0, start) + ' '.repeat(end - start) + code.slice(end)
  }
  return code
}

/** The words that a name is made of, in lower case; a plural is its singular. */
function wordsOf(name: string): string {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[_\-$]+/g, ' ')
    .toLowerCase()
    .replaceAll(/(\w{2}[^s])s\b/g, '$1')
    .trim()
}
