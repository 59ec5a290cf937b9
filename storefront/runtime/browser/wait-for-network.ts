import { dismiss, showToast } from '#web/ui/toast-list.ts'

/** Says that the network is gone, and resolves when it is there again. Rejects if `signal` is aborted before. */
export function waitForNetwork(signal: AbortSignal): Promise<void> {
  const text = 'Mất kết nối mạng. Trang sẽ tự tải lại khi có mạng.'
  const toast = showToast({ kind: 'error', text, stays: true })
  return new Promise<void>((resolve, reject) => {
    const end = () => {
      removeEventListener('online', back)
      signal.removeEventListener('abort', leave)
      dismiss(toast)
    }
    const back = () => {
      end()
      resolve()
    }
    const leave = () => {
      end()
      reject(signal.reason as Error)
    }
    addEventListener('online', back)
    signal.addEventListener('abort', leave)
    if (signal.aborted) leave()
    else if (navigator.onLine) back()
  })
}
