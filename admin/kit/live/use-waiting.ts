import { createContext, useContext } from 'react'
import type { LiveWaiting } from '#admin/kit/frame-data.ts'

/** What waits, as the frame keeps it up to date. */
export const WaitingContext = createContext<LiveWaiting | null>(null)
export const useWaiting = () => useContext(WaitingContext)
