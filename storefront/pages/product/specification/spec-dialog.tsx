import { type ReactNode, useEffect } from 'react'
import { Dialog, useDialog } from '#web/ui/dialog.tsx'

/** The whole table over the page; it opens as it comes. */
export function SpecDialog({ name, children }: { name: string; children: ReactNode }) {
  const { ref } = useDialog()
  useEffect(() => {
    const element = ref.current
    element?.showModal()
    return () => element?.close()
  }, [ref])
  return (
    <Dialog ref={ref} title={`Thông số kỹ thuật ${name.split(' | ')[0] ?? name}`}>
      {children}
    </Dialog>
  )
}
