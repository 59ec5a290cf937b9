import { type ComponentType, type MouseEvent, useEffect, useState } from 'react'
import { useOnDemand } from '#web/runtime/on-demand.ts'

/** The props of a panel: the link that opened it, how it was opened, and a function to close it. */
export interface PanelProps {
  opener: HTMLAnchorElement
  /** `key` (Enter): the focus moves into the panel. `rest` (hover): the panel closes when the pointer leaves. */
  by: 'press' | 'key' | 'rest'
  onClose: () => void
}

/**
 * State of a link that, with JavaScript, opens a panel over the page instead of another page. The code and
 * data of the panel are loaded at its first use. If that fails, the browser opens the link's page.
 */
export function usePanel(load: () => Promise<ComponentType<PanelProps>>) {
  const [opened, setOpened] = useState<Omit<PanelProps, 'onClose'> | null>(null)
  const { value: Panel, has_failed, ask } = useOnDemand(load)
  useEffect(() => {
    if (has_failed && opened) location.assign(opened.opener.href)
  }, [has_failed, opened])
  const onClose = () => setOpened(null)
  return {
    /** The panel while it is open. `is_waiting` is true until its code is loaded. */
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
      // A click after hovering leaves the panel open.
      if (opened && opened.by !== 'rest') return onClose()
      setOpened({ opener: event.currentTarget, by: event.detail === 0 ? 'key' : 'press' })
    },
  }
}
