/** Returns the current time. It is injected, so that rules and tests decide what "now" is. */
export type Now = () => Date

/** The system clock. Only main.ts passes it on. */
export const systemNow: Now = () => new Date()
