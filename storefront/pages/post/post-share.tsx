import { useShop } from '#storefront/runtime/shop-data.ts'
import { Icon } from '#web/ui/icons.tsx'
import { showToast } from '#web/ui/toast-list.ts'

const look =
  'finger inline-flex min-h-10 items-center gap-1.5 rounded-full border border-line px-4 text-sm font-semibold transition-colors hover:border-ink'

/** Shares an article: links that need no scripts, and a button that copies the address. */
export function PostShare({ title, path }: { title: string; path: string }) {
  const { shop } = useShop()
  const url = shop.public_url + path
  const mail = `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(url)}`
  return (
    <div className="mt-6 flex flex-wrap items-center gap-2 border-t border-line pt-5">
      <p className="mr-1 text-sm font-semibold">Chia sẻ bài viết</p>
      <a
        href={`https://www.facebook.com/sharer/sharer.php?u=${encodeURIComponent(url)}`}
        target="_blank"
        rel="noopener"
        className={look}
      >
        Facebook
      </a>
      <a href={mail} className={look}>
        Email
      </a>
      <button type="button" onClick={() => void copy(url)} className={`${look} noscript:hidden`}>
        <Icon name="copy" className="size-4" />
        Sao chép liên kết
      </button>
    </div>
  )
}

async function copy(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url)
    showToast({ kind: 'success', text: 'Đã sao chép liên kết bài viết' })
  } catch {
    showToast({ kind: 'info', text: `Liên kết bài viết: ${url}` })
  }
}
