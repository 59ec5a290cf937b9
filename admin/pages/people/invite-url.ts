/** The address that an invited member of staff opens. */
export function inviteUrl(origin: string, path: string, invite: string): string {
  return `${origin}${path}?token=${invite}`
}
