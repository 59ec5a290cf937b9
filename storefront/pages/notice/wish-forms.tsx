import type { NoticeWay } from '#storefront/addresses/account.ts'
import { EmailForm } from '#storefront/pages/notice/email-form.tsx'
import type { WishWords } from '#storefront/pages/notice/notice-form.tsx'
import { PushForm } from '#storefront/pages/notice/push-form.tsx'
import { SmsForm } from '#storefront/pages/notice/sms-form.tsx'
import { Outcome, type WishOutcome, Ways } from '#storefront/pages/notice/wish-ways.tsx'

interface WishFormsProps {
  data: {
    way: NoticeWay
    /** Null: no form was sent. */
    outcome: WishOutcome | null
    has_sms: boolean
    own_phone: string | null
    push_key: string
  }
  wish: WishWords
  /** The page itself, on another way or after a form. */
  urlOf: (query: { qua: NoticeWay | null; xong?: 1 }) => string
  /** What is asked of a browser: the operation, and its fields. */
  push: { path: string; fields: WishWords['fields'] }
  back: { href: string; text: string }
}

/** The ways to hear of something with the form of the chosen one, or what follows after it. */
export function WishForms({ data, wish, urlOf, push, back }: WishFormsProps) {
  const { way, outcome, has_sms, own_phone, push_key } = data
  if (outcome !== null) {
    return <Outcome {...{ way, outcome, when: wish.when, night: wish.night, back }} />
  }
  return (
    <>
      <Ways
        current={way}
        has_sms={has_sms}
        urlOf={(to) => urlOf({ qua: to === 'email' ? null : to })}
      />
      {way === 'email' && <EmailForm wish={wish} />}
      {way === 'sms' && <SmsForm wish={wish} own_phone={own_phone} />}
      {way === 'trinh-duyet' && (
        <PushForm
          wish={{ ...wish, fields: push.fields }}
          path={push.path}
          done_url={urlOf({ qua: 'trinh-duyet', xong: 1 })}
          push_key={push_key}
        />
      )}
    </>
  )
}
