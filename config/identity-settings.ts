import { z } from 'zod'

/** Keys of the companies whose accounts sign members in (decision 198). */
export const identitySettings = {
  GOOGLE_CLIENT_ID: z
    .string()
    .trim()
    .regex(/^[\w-]+\.apps\.googleusercontent\.com$/, 'must end in .apps.googleusercontent.com')
    .optional(),
  GOOGLE_CLIENT_SECRET: z.string().trim().min(16, 'must have at least 16 characters').optional(),
}

type GoogleEnv = { [Name in keyof typeof identitySettings]?: string | undefined }
/** The app at Zalo also sends one-time passwords: its settings stand with those of mail. */
type ZaloEnv = Partial<Record<'ZALO_APP_ID' | 'ZALO_APP_SECRET', string | undefined>>

/** The client of the shop at Google; null unless both settings are set. */
export function googleOf({ GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET }: GoogleEnv) {
  if (!GOOGLE_CLIENT_ID || !GOOGLE_CLIENT_SECRET) return null
  return Object.freeze({ client_id: GOOGLE_CLIENT_ID, client_secret: GOOGLE_CLIENT_SECRET })
}

/** The app of the shop at Zalo; null unless both settings are set. */
export function zaloSignInOf({ ZALO_APP_ID, ZALO_APP_SECRET }: ZaloEnv) {
  if (!ZALO_APP_ID || !ZALO_APP_SECRET) return null
  return Object.freeze({ app_id: ZALO_APP_ID, app_secret: ZALO_APP_SECRET })
}

/** Messages about settings that belong together of which only one is set. */
export function identityProblems({ GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET }: GoogleEnv): string[] {
  return Boolean(GOOGLE_CLIENT_ID) === Boolean(GOOGLE_CLIENT_SECRET)
    ? []
    : ['GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET belong together: set both or none']
}
