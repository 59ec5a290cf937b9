import { sharedValue } from '#web/runtime/shared-value.ts'

/** The name of the member who is signed in; null: logged out, or not known yet. */
export const { use: useMemberName, set: setMemberName } = sharedValue<string | null>(null)
