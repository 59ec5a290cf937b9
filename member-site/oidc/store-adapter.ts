import { createHash } from 'node:crypto'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { memberAccount } from '#contracts/member-site/account.ts'
import type { OidcStore } from '#contracts/member-site/oidc-records.ts'
import type { Service } from '#pure/contract.ts'

interface Deps {
  store: OidcStore
  account: Service<typeof memberAccount>
  /** Makes the error for a code that somebody else has used first. */
  usedUp: () => Error
}

/** How long a record lasts of which the provider does not say it. */
const unknown_life_s = 86_400
const member_token = /^m_[\w-]{43}$/

/**
 * The storage of oidc-provider. A record's id is a secret, so it is in no payload. The provider's session is the
 * session of the member: its id is the member's token, so that ending one ends the other.
 */
export function storeAdapter({ store, account, usedUp }: Deps): (model: string) => Adapter {
  return (model) => ({
    upsert: async (id, { jti: _id, ...payload }, lasts_s = unknown_life_s) =>
      store.save(model, id, isMember(model, id) ? extrasOf(payload) : payload, lasts_s),
    find: async (id) => {
      if (isMember(model, id)) return memberSession(store, account, id)
      const record = await store.find(model, id)
      if (record === null) return undefined
      const consumed = record.consumed_at === null ? {} : { consumed: record.consumed_at }
      return { ...record.payload, ...consumed, jti: id }
    },
    consume: async (id) => {
      if (!(await store.consume(model, id))) throw usedUp()
    },
    destroy: async (id) => {
      if (isMember(model, id)) await account.signOut(null, { token: id })
      await store.remove(model, id)
    },
    revokeByGrantId: (grant_id) => store.removeGrant(grant_id),
    // Neither is used: no device flow, and no token ends with its session.
    findByUid: async () => undefined,
    findByUserCode: async () => undefined,
  })
}

function isMember(model: string, id: string): boolean {
  return model === 'Session' && member_token.test(id)
}

/** What the provider remembers of a member's session beside who it is. */
function extrasOf({ authorizations, state }: AdapterPayload): object {
  return { authorizations, state }
}

async function memberSession(
  store: OidcStore,
  account: Service<typeof memberAccount>,
  token: string,
): Promise<AdapterPayload | undefined> {
  const member = await account.member(null, { token })
  if (member === null) return undefined
  const extras = await store.find('Session', token)
  return {
    ...extras?.payload,
    jti: token,
    kind: 'Session',
    uid: createHash('sha256').update(`uid ${token}`).digest('base64url'),
    accountId: String(member.customer_id),
    loginTs: member.signed_in_at,
    iat: member.signed_in_at,
    exp: member.expires_at,
  }
}
