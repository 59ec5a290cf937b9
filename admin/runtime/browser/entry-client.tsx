import '#admin/styles.css'
import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, type HydrationState } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { browserSource } from '#admin/runtime/browser/browser-source.ts'
import { preparePage } from '#admin/runtime/modules.ts'
import { createRoutes } from '#admin/runtime/routes.tsx'

/** What the server rendered with, carried over in a JSON script tag (no inline script runs). */
interface Carried {
  page: string
  hydration: HydrationState
}

async function start(): Promise<void> {
  const element = document.getElementById('page-data')
  const root = document.getElementById('root')
  if (!element || !root) return
  const { page, hydration } = JSON.parse(element.textContent) as Carried
  await preparePage(page)
  const router = createBrowserRouter(createRoutes(browserSource), { hydrationData: hydration })
  hydrateRoot(
    root,
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  )
  document.documentElement.classList.add('js')
  // Development: an edit of server code asks for the page's data again and keeps the page's state.
  import.meta.hot?.on('tiem:server-changed', () => void router.revalidate())
}

// Not awaited: pages share files with this one, and would wait for it while it waits for them.
void start()
