import { sql } from 'kysely'
import type { Database } from '#db/schema.ts'
import type { StaffServices } from '#contracts/staff/all.ts'
import type { StaffActor } from '#pure/contract.ts'
import type { CardFiles } from '#shop/card/card-pictures.ts'
import { listLenders } from '#shop/trade/lender/lender-list-store.ts'
import { applicationService } from '#shop/flows/trade/application/application-service.ts'
import { application as contract } from '#contracts/storefront/trade/application.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import { addLenders, nextPhone, openLoan, typedForm } from '#test/goods/loans.ts'
import { photo } from '#test/pictures/test-pictures.ts'
import type { Buyer } from '#test/support/buyer.ts'
import { test_person_keys, testLenders, testProviders } from '#test/support/providers.ts'

interface Shop {
  db: Database
  now: () => Date
  files: CardFiles
  buyer: () => Promise<Buyer>
}

/** An application of a company without an interface, sealed with the keys of the staff office of tests. */
export async function loanByHand({ db, now, files, buyer }: Shop): Promise<string> {
  const { rows } = await sql<{ known: number }>`
    select count(*)::integer as known from installment_company`.execute(db)
  if (rows[0]?.known === 0) await addLenders(db)
  const shopper = await buyer()
  const phone = nextPhone()
  await openLoan(shopper, { phone, installment_type: 2 })
  const quoted = await sql<{ customer_id: number }>`
    select customer_id from quote order by quote_id desc limit 1`.execute(db)
  const service = applicationService({
    ...(await testProviders({ db, now, gateways: [cashOnDelivery] })),
    person_keys: test_person_keys,
    lenders: testLenders({ db, now }),
    paper_files: files,
  })
  const customer_id = quoted.rows[0]?.customer_id ?? 0
  const caller = { customer_id, kind: 'guest', token: shopper.token } as const
  const document_number = `0010901${phone.slice(-5)}`
  const form = typedForm({ phone, document_number, company_id: 'tay', relatives: [] })
  const input = contract.saveApplication.input.parse(form)
  const { code } = await service.saveApplication(caller, input)
  const image = (await photo()).bytes.toString('base64')
  await service.addPaper(caller, { code, kind: 'id_front', name: 'anh.jpg', image })
  await service.submitApplication(caller, { code })
  return code
}

/** What to call the operations of loans with, so that they write. */
export function inputsOfLoans(
  shop: () => Shop & { staff: StaffServices; actor: StaffActor },
): Record<string, () => Promise<unknown>> {
  const sent = async () => ({ code: await loanByHand(shop()), version: 2 })
  const examined = async () => {
    const seen = await sent()
    const { staff, actor } = shop()
    const { version } = await staff.loans.passOn(actor, seen)
    return { code: seen.code, version }
  }
  return {
    'loans.showForm': sent,
    'loans.showPaper': async () => ({ ...(await sent()), kind: 'id_front' }),
    'loans.passOnFile': sent,
    'loans.passOn': sent,
    'loans.provePhone': sent,
    'loans.answer': async () => ({ ...(await examined()), answer: 'approved' }),
    'loans.receiveMoney': async () => {
      const { code } = await examined()
      const { rows } = await sql<{ version: number; owed: number }>`
        update loan_application set state = 'delivered', expires_at = null where code = ${code}
        returning version, (loan->>'principal')::bigint as owed`.execute(shop().db)
      return { code, version: rows[0]?.version, amount: rows[0]?.owed }
    },
    'lenders.switchLender': async () => {
      await sent()
      await sql`update installment_company set is_active = true`.execute(shop().db)
      return { lender: 'online', is_active: '0' }
    },
    'lenders.setWay': async () => {
      await sent()
      const companies = await listLenders(shop().db)
      const seen = companies.find(({ company_id }) => company_id === 'online')?.seen
      const way = { company_id: 'online', way: 'by_hand', contact_email: 'a@congty.example' }
      return { ...way, seen, url: '', secret: '' }
    },
  }
}
