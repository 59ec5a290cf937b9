import { z } from 'zod'

const id = z
  .string()
  .trim()
  .regex(/^\d{4,20}$/, 'must be a number of Zalo')

/** Settings for sending e-mails, SMS and one-time passwords by Zalo. */
export const mailSettings = {
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be an address like smtps://user:password@host:465' })
    .optional(),
  MAIL_FROM: z
    .string()
    .trim()
    .regex(/^([^<>\r\n]+<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/, 'must be an e-mail address')
    .optional(),
  ESMS_API_KEY: z.string().trim().min(8, 'must have at least 8 characters').optional(),
  ESMS_SECRET_KEY: z.string().trim().min(8, 'must have at least 8 characters').optional(),
  ESMS_BRANDNAME: z.string().trim().min(1).max(11, 'must have at most 11 characters').optional(),
  ZALO_APP_ID: id.optional(),
  ZALO_APP_SECRET: z.string().trim().min(8, 'must have at least 8 characters').optional(),
  ZALO_REFRESH_TOKEN: z.string().trim().min(20, 'must have at least 20 characters').optional(),
  ZALO_OTP_TEMPLATE: id.optional(),
  OTP_BY: z
    .enum(['zalo,sms', 'sms'], { error: 'must be one of: zalo,sms or sms' })
    .default('zalo,sms'),
}

type MailEnv = { [Name in keyof typeof mailSettings]?: string | undefined }

/** The settings for e-mail. Null unless both SMTP_URL and MAIL_FROM are set. */
export function mailOf({ SMTP_URL, MAIL_FROM }: MailEnv) {
  if (!SMTP_URL || !MAIL_FROM) return null
  return Object.freeze({ smtp_url: SMTP_URL, mail_from: MAIL_FROM })
}

/** The settings for SMS. Null unless the three settings of eSMS.vn are set. */
export function smsOf({ ESMS_API_KEY, ESMS_SECRET_KEY, ESMS_BRANDNAME }: MailEnv) {
  if (!ESMS_API_KEY || !ESMS_SECRET_KEY || !ESMS_BRANDNAME) return null
  return Object.freeze({
    api_key: ESMS_API_KEY,
    secret_key: ESMS_SECRET_KEY,
    brandname: ESMS_BRANDNAME,
  })
}

/** The settings for Zalo. Null unless all of them are set. */
export function zaloOf(env: MailEnv) {
  const { ZALO_APP_ID, ZALO_APP_SECRET, ZALO_REFRESH_TOKEN, ZALO_OTP_TEMPLATE } = env
  if (!ZALO_APP_ID || !ZALO_APP_SECRET || !ZALO_REFRESH_TOKEN || !ZALO_OTP_TEMPLATE) return null
  return Object.freeze({
    app_id: ZALO_APP_ID,
    app_secret: ZALO_APP_SECRET,
    refresh_token: ZALO_REFRESH_TOKEN,
    template_id: ZALO_OTP_TEMPLATE,
  })
}

/** Messages about settings that belong together of which only some are set. */
export function mailProblems(env: MailEnv): string[] {
  const isHalf = (...names: (keyof MailEnv)[]) => {
    const set = names.filter((name) => env[name])
    return set.length > 0 && set.length < names.length
  }
  return [
    ...(isHalf('SMTP_URL', 'MAIL_FROM') ? ['SMTP_URL and MAIL_FROM belong together'] : []),
    ...(isHalf('ESMS_API_KEY', 'ESMS_SECRET_KEY', 'ESMS_BRANDNAME')
      ? ['ESMS_API_KEY, ESMS_SECRET_KEY and ESMS_BRANDNAME belong together']
      : []),
    // The app alone signs members in (config/identity-settings.ts).
    ...(isHalf('ZALO_APP_ID', 'ZALO_APP_SECRET')
      ? ['ZALO_APP_ID and ZALO_APP_SECRET belong together']
      : []),
    ...(isHalf('ZALO_REFRESH_TOKEN', 'ZALO_OTP_TEMPLATE') ||
    (env.ZALO_REFRESH_TOKEN && !env.ZALO_APP_ID)
      ? ['ZALO_REFRESH_TOKEN, ZALO_OTP_TEMPLATE, ZALO_APP_ID and ZALO_APP_SECRET belong together']
      : []),
  ].map((problem) => `${problem}: set all or none`)
}
