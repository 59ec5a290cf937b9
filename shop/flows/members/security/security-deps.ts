import type { MemberDeps } from '#shop/flows/members/account-service.ts'
import type { MemberPasskeyDeps } from '#shop/flows/members/security/check-member-passkey.ts'

export type SecurityDeps = MemberDeps & MemberPasskeyDeps
