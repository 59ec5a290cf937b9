import type { MouseEvent } from 'react'
import { useShop } from '#storefront/runtime/shop-data.ts'
import { Share } from '#web/ui/icons.tsx'
import { showToast } from '#web/ui/toast-list.ts'

/**
 * "Chia sẻ": the phone's own sheet where there is one (Zalo, Messenger … stand in it), else the
 * address is copied. Without JavaScript it is a link to Facebook.
 */
export function ShareMenu({ path, name }: { path: string; name: string }) {
  const { shop } = useShop()
  const url = shop.public_url + path
  const share = (event: MouseEvent) => {
    event.preventDefault()
    void shareOrCopy({ title: name, url })
  }
  return (
    <a
      href={`https://www.facebook.com/sharer/sharer.php?u=${encodeURIComponent(url)}`}
      target="_blank"
      rel="noopener"
      data-scripted
      onClick={share}
      className="inline-flex min-h-9 max-md:min-h-11 items-center gap-1.5 font-semibold text-accent hover:underline"
    >
      <Share className="size-4" />
      Chia sẻ
    </a>
  )
}

async function shareOrCopy(what: { title: string; url: string }): Promise<void> {
  try {
    if ('share' in navigator && matchMedia('(pointer: coarse)').matches) {
      await navigator.share(what)
      return
    }
    await navigator.clipboard.writeText(what.url)
    showToast({ kind: 'success', text: 'Đã sao chép liên kết sản phẩm' })
  } catch (error) {
    // Closing the phone's sheet is no failure.
    if (error instanceof Error && error.name === 'AbortError') return
    showToast({ kind: 'info', text: `Liên kết sản phẩm: ${what.url}` })
  }
}
