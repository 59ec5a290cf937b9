import { type ReactNode, useEffect } from 'react'
import { Dialog, useDialog } from '#web/ui/dialog.tsx'

/** The whole specification in a dialog. It opens when it is mounted. */
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
