import type { StaticPage } from '#contracts/storefront/static-pages.ts'
import type { PreviewNote } from '#contracts/storefront/articles/preview-note.ts'
import { formatDate } from '#pure/vietnam-time.ts'
import { articleEditorUrl } from '#storefront/addresses/editor-links.ts'
import { PreviewBar } from '#storefront/commerce/preview/preview-bar.tsx'
import { ContentsList, TextSections } from '#storefront/commerce/posts/text-sections.tsx'
import type { PageMeta } from '#storefront/runtime/page.ts'
import { useShop } from '#storefront/runtime/shop-data.ts'
import { catalogMeta } from '#storefront/seo/catalog-meta.ts'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import { telLink } from '#web/ui/tel-link.ts'

export interface StaticPageData extends StaticPage {
  /** Only in a preview. */
  note?: PreviewNote
}

export function meta(page: StaticPageData): PageMeta {
  return catalogMeta(page.meta)
}

/** A policy or another fixed text of the shop, with links to the others (contract §2). */
export function Page({ data: { note, ...page } }: { data: StaticPageData }) {
  return (
    <>
      {note ? <PreviewBar note={note} editor_href={articleEditorUrl(note.code)} /> : null}
      <Breadcrumb crumbs={page.breadcrumb} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 pb-6 lg:grid-cols-[280px_minmax(0,1fr)] lg:gap-5">
        <article className="sheet p-4 md:p-8 lg:col-start-2">
          <div className="mx-auto max-w-190">
            <h1 className="text-2xl text-pretty md:text-title-xl">{page.name}</h1>
            <p className="mt-2 text-sm text-muted">
              Cập nhật{' '}
              <time dateTime={page.changed_at}>{formatDate(new Date(page.changed_at))}</time>
            </p>
            {page.summary ? (
              <p className="mt-4 text-lead font-semibold text-pretty md:text-lg">{page.summary}</p>
            ) : null}
            <ContentsList sections={page.sections} />
            <TextSections sections={page.sections} />
            <Contact />
          </div>
        </article>
        <OtherPages code={page.code} />
      </div>
    </>
  )
}

function OtherPages({ code }: { code: string }) {
  const { policies } = useShop()
  if (policies.length === 0) return null
  return (
    <nav
      aria-labelledby="chinh-sach"
      className="sheet self-start p-4 lg:col-start-1 lg:row-start-1 lg:sticky lg:top-24 lg:max-h-[calc(100vh-7rem)] lg:overflow-y-auto"
    >
      <h2 id="chinh-sach" className="px-3 text-base tracking-normal">
        Quy định và chính sách
      </h2>
      <ul className="mt-2 grid">
        {policies.map((policy) => (
          <li key={policy.code}>
            <a
              href={policy.path}
              aria-current={policy.code === code ? 'page' : undefined}
              className="flex min-h-11 items-center rounded-xl px-3 py-2 text-body leading-snug hover:bg-mist hover:text-accent aria-[current]:bg-mist aria-[current]:font-bold aria-[current]:text-accent"
            >
              {policy.name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Who answers for what the page says. */
function Contact() {
  const { shop } = useShop()
  const { name, address, email } = shop.company
  return (
    <aside
      aria-label="Liên hệ"
      className="mt-8 rounded-2xl border border-line p-4 text-body leading-relaxed md:p-5"
    >
      <p className="font-bold">Cần người giải thích?</p>
      <p className="mt-1">
        Gọi{' '}
        <a
          href={telLink(shop.hotline)}
          className="font-bold whitespace-nowrap text-accent hover:underline"
        >
          {shop.hotline}
        </a>{' '}
        (miễn phí) hoặc viết tới{' '}
        <a href={`mailto:${email}`} className="font-bold text-accent hover:underline">
          {email}
        </a>
        .
      </p>
      <p className="mt-1 text-sm text-muted">
        {name}, {address}
      </p>
    </aside>
  )
}
