import type { SavedView } from '#contracts/staff/views.ts'

/** Who acts, and the pages that they may open. */
export interface FrameData {
  name: string
  menu: readonly string[]
  /** The saved views of the lists that they may open. */
  views: readonly SavedView[]
  /** The lists that they may take out as files, by the folder of their page. */
  files: readonly string[]
}
