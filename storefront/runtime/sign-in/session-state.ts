import { sharedValue } from '#web/runtime/shared-value.ts'

/** The name of the member who is signed in; null: logged out, or not known yet. */
export const { use: useMemberName, set: setMemberName } = sharedValue<string | null>(null)

/** Tells members of one browser apart, without saying who they are; null: as above. */
export const { get: currentMember, set: setCurrentMember } = sharedValue<string | null>(null)

/** The products that this visitor likes; null: not known yet, or the session could not be started. */
export const { use: useWishes, set: setWishes } = sharedValue<readonly number[] | null>(null)
