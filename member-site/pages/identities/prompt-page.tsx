import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { headTags } from '#member-site/runtime/assets.ts'
import type { Site } from '#member-site/runtime/site.ts'
import { htmlDocument } from '#web/runtime/document.ts'

interface PromptProps {
  title: string
  /** What the script of the page reads. */
  data: Readonly<Record<`data-${string}`, string>>
  children: ReactNode
}

/** A page for a small frame of the shop: without the header of the site. */
export function promptPage(
  { assets, public_url }: Site,
  { title, data, children }: PromptProps,
): string {
  return htmlDocument({
    markup: renderToStaticMarkup(
      <>
        <title>{title}</title>
        <meta name="robots" content="noindex, nofollow" />
        <div id="app">
          <main className="grid gap-3 p-4" data-one-tap="" data-target={public_url} {...data}>
            <h1 className="text-lg">{title}</h1>
            {children}
          </main>
        </div>
      </>,
    ),
    tags: headTags(assets, ['one_tap']),
    structured_data: null,
    manifest: null,
    page_data: null,
  })
}
