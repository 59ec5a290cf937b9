import { type ComponentType, type MouseEvent, useEffect, useState } from 'react'
import { useOnDemand } from '#web/runtime/on-demand.ts'

/** What a panel is told: which link opened it, and how to say that it is done. */
export interface PanelProps {
  opener: HTMLAnchorElement
  /** By Enter the focus goes into the panel; what a resting pointer opened closes when it leaves. */
  by: 'press' | 'key' | 'rest'
  onClose: () => void
}

/**
 * A link that, with JavaScript, opens a panel over the page instead of leading to one. The panel's
 * code and data are fetched at first use; where that fails, the link leads to its page after all.
 */
export function usePanel(load: () => Promise<ComponentType<PanelProps>>) {
  const [opened, setOpened] = useState<Omit<PanelProps, 'onClose'> | null>(null)
  const { value: Panel, has_failed, ask } = useOnDemand(load)
  useEffect(() => {
    if (has_failed && opened) location.assign(opened.opener.href)
  }, [has_failed, opened])
  const onClose = () => setOpened(null)
  return {
    /** The panel while it is open; `is_waiting` until its code is here. */
    panel: Panel && opened ? { Panel, props: { ...opened, onClose } } : null,
    is_waiting: opened !== null && Panel === null,
    is_open: opened !== null,
    ask,
    open: (opener: HTMLAnchorElement) => {
      ask()
      setOpened({ opener, by: 'rest' })
    },
    onClick: (event: MouseEvent<HTMLAnchorElement>) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      ask()
      // Who rests on it and then presses wants it open.
      if (opened && opened.by !== 'rest') return onClose()
      setOpened({ opener: event.currentTarget, by: event.detail === 0 ? 'key' : 'press' })
    },
  }
}
