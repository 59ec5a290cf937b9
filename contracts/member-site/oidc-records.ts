/** A record of the OpenID provider, such as an authorization code. */
export interface OidcRecord {
  payload: Readonly<Record<string, unknown>>
  /** Seconds since 1970, if the record was used up. */
  consumed_at: number | null
}

/**
 * Where the OpenID provider keeps its records and keys. `model` is a name of oidc-provider, such as AuthorizationCode.
 */
export interface OidcStore {
  find: (model: string, id: string) => Promise<OidcRecord | null>
  /** Stores a record for `lasts_s` seconds, or replaces it. */
  save: (model: string, id: string, payload: object, lasts_s: number) => Promise<void>
  /** Uses a record up. False: somebody else did so first, or it is gone. */
  consume: (model: string, id: string) => Promise<boolean>
  remove: (model: string, id: string) => Promise<void>
  /** Removes all records of a grant. */
  removeGrant: (grant_id: string) => Promise<void>
  /** Private keys as JWK, the one that signs first. Makes a new one in time. */
  keys: () => Promise<object[]>
}
