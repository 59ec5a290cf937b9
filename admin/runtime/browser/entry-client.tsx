import '#admin/styles.css'
import { StrictMode } from 'react'
import { createBrowserRouter, type HydrationState } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { browserSource } from '#admin/runtime/browser/browser-source.ts'
import { keepPage } from '#admin/runtime/ready-pages.ts'
import { createRoutes } from '#admin/runtime/routes.tsx'
import { hydratePage } from '#web/runtime/hydrate.tsx'

/** The data that the server rendered with, from a JSON script tag (no inline script runs). */
interface Carried {
  page: string
  /** The URL of the module of the page: the list of all pages comes with the first link. */
  module: string
  hydration: HydrationState
}

async function start(): Promise<void> {
  const element = document.getElementById('page-data')
  const root = document.getElementById('root')
  if (!element || !root) return
  const { page, module, hydration } = JSON.parse(element.textContent) as Carried
  keepPage(page, await import(/* @vite-ignore */ module))
  const router = createBrowserRouter(createRoutes(browserSource), { hydrationData: hydration })
  // Development: after an edit of server code, the data of the page is loaded again and its state is preserved.
  import.meta.hot?.on('tiem:server-changed', () => void router.revalidate())
  await hydratePage(
    root,
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  )
}

// Not awaited: page modules import shared files from this module, so both would wait for each other.
void start()
