/** The state of a submission whose form shows the refusal itself: the notice of the page would say it twice. */
export const own_notice = { has_own_notice: true }

export function hasOwnNotice(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'has_own_notice' in state
}
