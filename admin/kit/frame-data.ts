import type { Tile, WaitingKind } from '#contracts/staff/today.ts'
import type { SavedView } from '#contracts/staff/views.ts'

/** A page of the menu. "g" and its key open it. */
export interface MenuPage {
  page: string
  path: string
  title: string
  go_key?: string
  /** The work whose number stands beside the title. */
  counts?: WaitingKind
}

/** What waits for the member of staff. */
export interface Waiting {
  tiles: readonly Tile[]
  /** Names this state of the tiles, as the event stream does. */
  mark: string
  /** When it was so (ms). */
  now: number
}

export interface MenuGroup {
  title: string
  pages: readonly MenuPage[]
}

/** What waits, as the browser keeps it up to date. */
export interface LiveWaiting extends Waiting {
  /** The session has ended: the numbers are no longer new. */
  is_signed_out?: true
}

/** Who acts, and the pages that they may open. */
export interface FrameData {
  name: string
  menu: readonly MenuGroup[]
  /** The saved views of the lists that they may open. */
  views: readonly SavedView[]
  /** The lists that they may take out as files, by the folder of their page. */
  files: readonly string[]
  /** When the document was made. The page keeps it up to date. */
  waiting: Waiting
  /** Seals the drafts that the browser keeps. It belongs to the session and ends with it (decision 174). */
  seal_key: string
}
