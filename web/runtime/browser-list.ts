/** A short list in the browser's storage, for example viewed products or search words. */
interface BrowserList<T extends string | number> {
  /** Newest first. Returns the same array until the list changes. */
  read: () => readonly T[]
  /** Puts an entry in front and removes an equal older entry. */
  add: (entry: T) => void
  remove: (entry: T) => void
  clear: () => void
  /** Calls `listener` after changes in this tab and in other tabs. Returns a function that unsubscribes. */
  subscribe: (listener: () => void) => () => void
}

const NONE: readonly never[] = []

/**
 * Creates a list in localStorage under `key`, with `max` entries at most. The list is empty if storage is forbidden
 * or the stored text is not a list. Stored values that are not entries are left out.
 */
export function browserList<T extends string | number>(
  key: string,
  max: number,
  isEntry: (value: unknown) => value is T,
): BrowserList<T> {
  let text: string | null = null
  let entries: readonly T[] = NONE
  const listeners = new Set<() => void>()
  const notify = () => listeners.forEach((listener) => listener())
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
      // Storage is full or forbidden. The shop works without the list.
    }
    notify()
  }
  return {
    read,
    add: (entry) =>
      write([entry, ...read().filter((existing) => existing !== entry)].slice(0, max)),
    remove: (entry) => write(read().filter((existing) => existing !== entry)),
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
