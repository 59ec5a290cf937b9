import type { MemberDeps } from '#shop/flows/member/account/account-service.ts'
import type { MemberPasskeyDeps } from '#shop/flows/member/security/check-member-passkey.ts'

export type SecurityDeps = MemberDeps & MemberPasskeyDeps
