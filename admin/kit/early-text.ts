import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'

/**
 * Returns the ref of a field that scripts read while somebody types. What was scanned before the page was hydrated
 * stands in the field, but React has heard nothing of it: `onText` gets it then.
 */
export function useEarlyText(
  onText: (text: string) => void,
): RefObject<HTMLTextAreaElement | null> {
  const field = useRef<HTMLTextAreaElement>(null)
  const readEarly = useEffectEvent(() => {
    const { value = '', defaultValue = '' } = field.current ?? {}
    if (value !== defaultValue) onText(value)
  })
  useEffect(() => readEarly(), [])
  return field
}
