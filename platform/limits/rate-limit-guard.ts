import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { altcha, type Altcha } from '#platform/captcha/altcha.ts'
import { serveChallenges } from '#platform/captcha/captcha-endpoint.ts'
import { captchaKey } from '#platform/captcha/captcha-key.ts'
import { recaptcha, type RecaptchaKeys } from '#platform/captcha/recaptcha.ts'
import { captchaUses, sweepCaptchaUses } from '#platform/captcha/captcha-uses.ts'
import type { Now } from '#platform/clock.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import type { Log } from '#platform/observe/log.ts'
import type { Contact } from '#platform/limits/rate-limit-keys.ts'
import { rateLimiter, type RateLimiter } from '#platform/limits/rate-limit.ts'
import {
  loginLimiter,
  type LoginLimiter,
  type LoginLimits,
} from '#platform/limits/rate-limit-logins.ts'
import { memoryCounts } from '#platform/limits/rate-limit-memory.ts'
import { postgresCounts } from '#platform/limits/rate-limit-postgres.ts'
import type { Caller } from '#pure/contract.ts'

interface GuardSettings {
  rate_limits: number
  web_concurrency: number
  database_url: string | null
  secret_key: string | null
  data_dir: string
  recaptcha: RecaptchaKeys | null
}

interface GuardDeps<Tables> {
  settings: GuardSettings
  db: Kysely<Tables>
  now: Now
  log: Log
  contactOf: (caller: Caller) => Promise<Contact>
}

/** Rate limits and captcha of a shop. */
export interface Guard {
  limiter: RateLimiter
  /** Limits the guessing of a password by the limits of its login. */
  limitLogin: (limits: LoginLimits) => LoginLimiter
  serve: (fastify: FastifyInstance) => void
  jobs: Job[]
}

export function openGuard<Tables>({ settings, db, now, log, contactOf }: GuardDeps<Tables>): Guard {
  const firstUse = captchaUses(db)
  const keys = settings.recaptcha
  const own: Altcha | null =
    keys === null ? altcha({ key: captchaKey(settings), now, firstUse }) : null
  const captcha = own ?? recaptcha({ ...(keys as RecaptchaKeys), now, log, firstUse })
  // A single process with its own database can count in memory (decisions/078).
  const is_alone = settings.web_concurrency === 1 && settings.database_url === null
  const counts = is_alone ? memoryCounts() : postgresCounts(db)
  const own_counts = memoryCounts()
  const factor = settings.rate_limits
  return {
    limiter: rateLimiter({ factor, counts, own_counts, captcha, contactOf, now }),
    limitLogin: (limits) => loginLimiter({ limits, factor, counts, now, log }),
    serve: (fastify) => {
      if (own !== null) serveChallenges(fastify, own)
    },
    jobs: [
      {
        name: 'sweep-limits',
        every_ms: 60_000,
        run: async () => {
          await counts.sweep(now())
          await sweepCaptchaUses(db, now())
        },
      },
    ],
  }
}
