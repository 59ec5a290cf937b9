import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { ProblemNotice } from '#admin/kit/problem-notice.tsx'
import type { Theme } from '#admin/auth/theme.ts'
import { scriptTag, type StaffAssets, styleTags } from '#admin/runtime/assets.ts'
import { htmlDocument } from '#web/runtime/document.ts'

interface AuthPage {
  theme: Theme
  title: string
  problem?: string | null
  notice?: string | null
  /** The source of its one script: only for a page without a password. */
  script?: string
  children: ReactNode
}

/** A page around the sign-in as HTML. One with a password has no scripts, so no script ever sees it. */
export function authPage(assets: StaffAssets, { script, ...page }: AuthPage): string {
  const markup = renderToStaticMarkup(<AuthSheet {...page} />)
  return htmlDocument({
    markup,
    tags: styleTags(assets) + (script === undefined ? '' : scriptTag(assets, script)),
    structured_data: null,
    manifest: null,
    page_data: null,
    html_class: page.theme,
  })
}

type Sheet = Omit<AuthPage, 'script' | 'theme'>

function AuthSheet({ title, problem = null, notice = null, children }: Sheet) {
  return (
    <>
      <title>{title}</title>
      <meta name="robots" content="noindex, nofollow" />
      <div id="app">
        <main className="mx-auto grid min-h-screen w-full max-w-md content-center gap-4 px-4 py-8">
          <h1 className="text-2xl">{title}</h1>
          {problem !== null && <ProblemNotice problem={problem} />}
          {notice !== null && <p className="sheet bg-success-soft font-semibold">{notice}</p>}
          {children}
        </main>
      </div>
    </>
  )
}
