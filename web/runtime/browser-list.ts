/** A short list that this browser keeps for itself: products looked at, words searched for. */
export interface BrowserList<T extends string | number> {
  /** Newest first; the same array until it changes. */
  read: () => readonly T[]
  /** Puts an entry in front; an older one that is the same goes. */
  add: (entry: T) => void
  remove: (entry: T) => void
  clear: () => void
  /** Hears of changes in this tab and in others. */
  subscribe: (listener: () => void) => () => void
}

const NONE: readonly never[] = []

/**
 * A list in localStorage under `key`, `most` entries at most. Where storing is forbidden or what is
 * stored makes no sense, the list is empty and stays so.
 */
export function browserList<T extends string | number>(
  key: string,
  most: number,
  isEntry: (value: unknown) => value is T,
): BrowserList<T> {
  let text: string | null = null
  let entries: readonly T[] = NONE
  const listeners = new Set<() => void>()
  const tell = () => listeners.forEach((listener) => listener())
  const read = () => {
    const stored = storedText(key)
    if (stored !== text) {
      text = stored
      entries = parsed(stored, isEntry)
    }
    return entries
  }
  const write = (next: readonly T[]) => {
    try {
      if (next.length === 0) localStorage.removeItem(key)
      else localStorage.setItem(key, JSON.stringify(next))
    } catch {
      // A full or closed store: the list is a comfort, not a promise.
    }
    tell()
  }
  return {
    read,
    add: (entry) => write([entry, ...read().filter((one) => one !== entry)].slice(0, most)),
    remove: (entry) => write(read().filter((one) => one !== entry)),
    clear: () => write(NONE),
    subscribe: (listener) => {
      listeners.add(listener)
      addEventListener('storage', listener)
      return () => {
        listeners.delete(listener)
        removeEventListener('storage', listener)
      }
    },
  }
}

function storedText(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function parsed<T>(text: string | null, isEntry: (value: unknown) => value is T): readonly T[] {
  if (text === null) return NONE
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value.filter(isEntry) : NONE
  } catch {
    return NONE
  }
}
