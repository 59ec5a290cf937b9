import type { TypedField } from '#admin/kit/typed/typed-fields.ts'

/** What somebody typed in a form and has not sent (decision 174). */
export interface FormDraft {
  /** The item of the browser's storage. */
  item: string
  /** Names the form of its page. */
  form: string
  /** When it was last typed in (ms). */
  at: number
  fields: readonly TypedField[]
}

/** The drafts of one session in the storage of this browser. */
export interface SealedDrafts {
  save: (path: string, draft: Omit<FormDraft, 'item'>) => Promise<void>
  /** The drafts of a page, newest first. Removes those that this session cannot open and those of another day. */
  ofPage: (path: string) => Promise<FormDraft[]>
}

const prefix = 'noi-bo:'
const kept_ms = 24 * 3_600_000
const most = 20

export const draftItem = (path: string, form: string): string => `${prefix}${path}?${form}`

/** Opens the storage with the key of the session; null: the browser has no storage or does not seal. */
export async function sealedDrafts(seal_key: string): Promise<SealedDrafts | null> {
  // Without https a browser seals only on its own machine.
  if (!hasStorage() || globalThis.crypto?.subtle === undefined) return null
  const raw = bytesOf(seal_key)
  const key = await crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt'])
  return {
    save: async (path, draft) => {
      const iv = crypto.getRandomValues(new Uint8Array(12))
      const text = new TextEncoder().encode(JSON.stringify(draft))
      const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, text)
      const parts = [draft.at, textOf(iv), textOf(new Uint8Array(sealed))]
      store(draftItem(path, draft.form), parts.join('.'))
    },
    ofPage: async (path) => {
      removeOld()
      const items = ownItems().filter((item) => item.startsWith(`${prefix}${path}?`))
      const drafts = await Promise.all(items.map((item) => open(key, item)))
      return drafts.filter((draft) => draft !== null).toSorted((a, b) => b.at - a.at)
    },
  }
}

async function open(key: CryptoKey, item: string): Promise<FormDraft | null> {
  try {
    const [, iv = '', sealed = ''] = (localStorage.getItem(item) ?? '').split('.')
    const algorithm = { name: 'AES-GCM', iv: bytesOf(iv) }
    const text = new TextDecoder().decode(
      await crypto.subtle.decrypt(algorithm, key, bytesOf(sealed)),
    )
    return { ...(JSON.parse(text) as Omit<FormDraft, 'item'>), item }
  } catch {
    // Of a session that has ended: nobody can read it any more.
    dropDraft(item)
    return null
  }
}

export function dropDraft(item: string): void {
  localStorage.removeItem(item)
}

/** Removes the drafts of a page, or all of them. */
export function dropDrafts(path?: string): void {
  for (const item of ownItems()) {
    if (path === undefined || item.startsWith(`${prefix}${path}?`)) dropDraft(item)
  }
}

/** What does not fit is not kept: a draft is a kindness. */
function store(item: string, value: string): void {
  try {
    localStorage.setItem(item, value)
  } catch {
    dropDraft(item)
  }
}

/** Removes the drafts of another day, and the oldest of too many. */
function removeOld(): void {
  const newest = ownItems()
    .map((item) => ({ item, at: Number(localStorage.getItem(item)?.split('.')[0]) }))
    .toSorted((a, b) => b.at - a.at)
  newest.forEach(({ item, at }, place) => {
    if (place >= most || !(at > Date.now() - kept_ms)) dropDraft(item)
  })
}

const ownItems = (): string[] => Object.keys(localStorage).filter((item) => item.startsWith(prefix))

function hasStorage(): boolean {
  try {
    return localStorage.length >= 0
  } catch {
    return false
  }
}

const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (char) => char.charCodeAt(0))

const textOf = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
