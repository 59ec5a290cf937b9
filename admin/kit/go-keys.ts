import { useEffect, useRef } from 'react'
import { useNavigate, useRouteLoaderData } from 'react-router'
import type { FrameData, MenuPage } from '#admin/kit/frame-data.ts'
import { isTaken } from '#admin/kit/keyboard.ts'

/** After "g", the second key counts for this long. */
const patience_ms = 1_500

/** The pages of the menu that "g" and a second key open, as far as the member of staff may open them. */
function useGoPages(): MenuPage[] {
  const menu = useRouteLoaderData<FrameData | null>('root')?.menu ?? []
  return menu.flatMap(({ pages }) => pages.filter(({ go_key }) => go_key !== undefined))
}

/** The keys of `useGoKeys` with the titles of their pages, for the help. */
export function useGoHelp(): (readonly [key: string, does: string])[] {
  return useGoPages().map(({ go_key, title }) => [`g ${go_key}`, title])
}

/** Opens a page of the menu after "g" and its key. The second key reaches no other part of the page. */
export function useGoKeys(): void {
  const navigate = useNavigate()
  const pages = useGoPages()
  const latest = useRef({ navigate, pages })
  useEffect(() => {
    latest.current = { navigate, pages }
  })
  useEffect(() => {
    let begun_at: number | null = null
    const press = (event: KeyboardEvent) => {
      if (isTaken(event)) return
      const is_second = begun_at !== null && event.timeStamp - begun_at < patience_ms
      begun_at = null
      const to = latest.current.pages.find(({ go_key }) => go_key === event.key)
      if (is_second && to !== undefined) {
        event.preventDefault()
        event.stopPropagation()
        void latest.current.navigate(to.path)
      } else if (event.key === 'g') begun_at = event.timeStamp
    }
    window.addEventListener('keydown', press, { capture: true })
    return () => window.removeEventListener('keydown', press, { capture: true })
  }, [])
}
