import { showToast } from '#web/ui/toast-list.ts'

/** Opens the phone's share sheet, or copies the address and says so. */
export async function shareOrCopy(content: { title: string; url: string }): Promise<void> {
  try {
    if ('share' in navigator && matchMedia('(pointer: coarse)').matches) {
      await navigator.share(content)
      return
    }
    await navigator.clipboard.writeText(content.url)
    showToast({ kind: 'success', text: 'Đã sao chép liên kết sản phẩm' })
  } catch (error) {
    // The shopper closed the share sheet: this is not an error.
    if (error instanceof Error && error.name === 'AbortError') return
    showToast({ kind: 'info', text: `Liên kết sản phẩm: ${content.url}` })
  }
}
