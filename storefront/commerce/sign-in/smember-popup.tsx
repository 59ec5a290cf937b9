import type { ReactNode } from 'react'
import { Popup } from '#web/ui/popup.tsx'

/** The Smember popup (contract §2): 372 px wide, without a header. */
export function SmemberPopup({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  return (
    <Popup title="Smember" has_header={false} max_width={372} onClose={onClose}>
      {children}
    </Popup>
  )
}
