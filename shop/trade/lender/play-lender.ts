import { z } from 'zod'
import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import type { OutsideAnswer, OutsideCall } from '#platform/http/outside-call.ts'
import { formatDong } from '#pure/money.ts'
import { openPlayApplication } from '#shop/trade/lender/play-lender-store.ts'

const Sent = z.object({
  code: z.string(),
  goods: z.array(z.string()),
  price: z.int(),
  prepaid: z.int(),
  lent: z.int(),
  months: z.int(),
  monthly: z.int(),
})

/** The interface of the built-in company, answered in this process; demo shops only. It keeps nothing of the person. */
export function callPlayLender({ db, now }: { db: Database; now: Now }): OutsideCall {
  return async ({ url, body = '' }): Promise<OutsideAnswer> => {
    const [, company_id] = /^\/([a-z0-9_-]{2,40})\/applications$/.exec(new URL(url).pathname) ?? []
    if (company_id === undefined) return { status: 404, body: '' }
    const { code, goods, price, prepaid, lent, months, monthly } = Sent.parse(JSON.parse(body))
    const summary = {
      'Sản phẩm': goods.join('; '),
      Giá: formatDong(price),
      'Trả trước': formatDong(prepaid),
      'Xin vay': formatDong(lent),
      'Góp mỗi tháng': `${formatDong(monthly)} × ${months} tháng`,
    }
    const about = { application_code: code, company_id, summary }
    const reference = await openPlayApplication(db, about, now())
    return { status: 200, body: JSON.stringify({ reference }) }
  }
}
