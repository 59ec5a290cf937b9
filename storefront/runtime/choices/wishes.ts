import { sharedValue } from '#web/runtime/shared-value.ts'

/** The products that this visitor likes; null: not known yet, or the session could not be started. */
export const { use: useWishes, set: setWishes } = sharedValue<readonly number[] | null>(null)
