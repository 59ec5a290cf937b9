import './styles.css'
import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, type HydrationState } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import type { Layout } from '#storefront/addresses.ts'
import { browserSource } from '#storefront/browser-source.ts'
import { startSession } from '#storefront/browser-session.ts'
import { preparePage } from '#storefront/modules.ts'
import { setCurrentProvince, takeFrameStale } from '#storefront/province-state.ts'
import { createRoutes } from '#storefront/routes.tsx'

/** What the server rendered with, carried over in a JSON script tag (no inline script runs). */
interface Carried {
  page: string | null
  layout: Layout
  province_id: number
  hydration: HydrationState
}

async function start(): Promise<void> {
  const element = document.getElementById('page-data')
  const root = document.getElementById('root')
  if (!element || !root) return
  const carried = JSON.parse(element.textContent) as Carried
  setCurrentProvince(carried.province_id)
  takeFrameStale()
  await preparePage(carried.page, carried.layout)
  const router = createBrowserRouter(createRoutes(browserSource), {
    hydrationData: carried.hydration,
  })
  hydrateRoot(
    root,
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  )
  // Development: an edit of server code asks for the page's data again and keeps the page's state.
  import.meta.hot?.on('tiem:server-changed', () => void router.revalidate())
  document.documentElement.classList.add('js')
  await startSession()
}

// Not awaited: pages share files with this one, and would wait for it while it waits for them.
void start()
