import { type ComponentType, useEffect } from 'react'
import type { OfficialProvince } from '#contracts/storefront/units.ts'
import { Dialog, useDialog } from '#web/ui/dialog.tsx'
import { fetchData } from '#web/runtime/on-demand.ts'
import type { PanelProps } from '#web/ui/use-panel.ts'
import { ProvincePanel } from '#storefront/commerce/province/province-panel.tsx'

/** Loads the dialog that lists the provinces in force. */
export async function loadProvinceDialog(): Promise<ComponentType<PanelProps>> {
  const provinces = await fetchData<OfficialProvince[]>('/api/locations/v1/official-provinces')
  return function LoadedDialog(props) {
    return <ProvinceDialog {...props} provinces={provinces} />
  }
}

function ProvinceDialog({ onClose, provinces }: PanelProps & { provinces: OfficialProvince[] }) {
  const { ref, open, close } = useDialog()
  useEffect(() => {
    const dialog = ref.current
    if (dialog && !dialog.open) {
      open()
      // Otherwise the focus would be on the button that closes it.
      dialog.querySelector<HTMLInputElement>('input[type=search]')?.focus()
    }
    dialog?.addEventListener('close', onClose)
    return () => dialog?.removeEventListener('close', onClose)
  })
  return (
    <Dialog ref={ref} title="Chọn tỉnh, thành phố">
      <ProvincePanel provinces={provinces} onDone={close} />
    </Dialog>
  )
}
