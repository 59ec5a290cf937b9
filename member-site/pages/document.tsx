import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { headTags, type MemberAssets, type PageScript } from '#member-site/runtime/assets.ts'
import { htmlDocument } from '#web/runtime/document.ts'

export interface Frame {
  assets: MemberAssets
  shop_name: string
  public_url: string
  /** Where a demo shows the messages that it does not send; null: a live shop. */
  demo_messages_url: string | null
}

export interface Shown {
  title: string
  problem?: string | null
  notice?: string | null
  scripts?: readonly PageScript[]
  is_wide?: boolean
  children: ReactNode
}

/** What came of a form. */
export interface Outcome {
  problem?: string
  notice?: string | null
  status?: number
}

/** A page of the member site. It works without scripts; only captchas and passkeys have one. */
export function memberPage(frame: Frame, shown: Shown): string {
  return htmlDocument({
    markup: renderToStaticMarkup(<Sheet {...frame} {...shown} />),
    tags: headTags(frame.assets, shown.scripts ?? []),
    structured_data: null,
    manifest: null,
    page_data: null,
  })
}

function Sheet({
  shop_name,
  public_url,
  demo_messages_url,
  title,
  problem = null,
  notice = null,
  scripts = [],
  is_wide = false,
  children,
}: Frame & Shown) {
  return (
    <>
      <title>{`${title} · Smember`}</title>
      <meta name="robots" content="noindex, nofollow" />
      <div id="app">
        {demo_messages_url !== null && (
          <aside
            aria-label="Lưu ý"
            className="bg-gold px-4 py-1.5 text-center text-sm font-semibold text-ink"
          >
            Cửa hàng dùng thử không gửi tin thật: xem mã trong{' '}
            <a href={demo_messages_url} target="_blank" rel="noreferrer" className="underline">
              hộp thư của cửa hàng
            </a>
            .
          </aside>
        )}
        <div
          className={`mx-auto grid min-h-screen w-full content-start gap-4 px-4 py-6 sm:py-12 ${is_wide ? 'max-w-2xl' : 'max-w-md'}`}
        >
          <header className="flex items-center justify-between gap-4">
            <p className="flex items-center gap-2 text-xl font-extrabold text-accent-dark">
              <img src="/media/brand/favicon.svg" alt="" width="32" height="32" />
              Smember
            </p>
            <a href={public_url} className="link text-sm">
              {shop_name}
            </a>
          </header>
          <main className="grid gap-4">
            <h1 className="text-2xl">{title}</h1>
            {/* A captcha says itself why it is asked for, where the press was. */}
            {problem !== null && !scripts.includes('captcha') && (
              <p role="alert" className="rounded-2xl bg-sale-soft p-4 font-semibold text-sale">
                {problem}
              </p>
            )}
            {notice !== null && (
              <p
                role="status"
                className="rounded-2xl bg-success-soft p-4 font-semibold text-success"
              >
                {notice}
              </p>
            )}
            {children}
          </main>
        </div>
      </div>
    </>
  )
}
