/** The one way to ask for the time: handed in, so that rules and tests decide what "now" is. */
export type Now = () => Date

/** The machine's clock, given out by main.ts and nowhere else. */
export const systemNow: Now = () => new Date()
