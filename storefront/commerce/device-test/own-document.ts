import { useEffect } from 'react'
import { leaveByFullLoad } from '#web/runtime/build-watch.ts'

/** For pages with permissions of their own: whoever leaves them loads the next page as a document (decision 237). */
export function useOwnDocument(): void {
  useEffect(leaveByFullLoad, [])
}
