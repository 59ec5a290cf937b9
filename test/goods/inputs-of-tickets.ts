import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type StaffServices } from '#contracts/staff/all.ts'
import { tickets as contract } from '#contracts/staff/orders/tickets.ts'
import type { Database } from '#db/schema.ts'
import type { StaffActor } from '#pure/contract.ts'
import { photo } from '#test/pictures/test-pictures.ts'
import { shops } from '#test/support/small-shop.ts'

/** What staff type when they take a phone in at the repair shop. */
export function takenIn(now: Date) {
  const promised = new Date(now.getTime() + 7 * 3_600_000 + 2 * 3_600_000)
  return {
    form_key: randomUUID(),
    shop_id: shops.repairs,
    name: 'Trần Bình',
    phone: '0912 345 678',
    device: 'iPhone 13 128GB đen',
    imei: '356938035643809',
    fault: 'Pin chai',
    powers_on: true,
    unlock: 'customer',
    announced_fee: '50000',
    promised_at: promised.toISOString().slice(0, 16),
  }
}

interface Office {
  db: Database
  staff: StaffServices
  actor: StaffActor
  now: Date
}

/** What to call the operations of tickets with, so that they write. The shop has one service, which takes a part. */
export function inputsOfTickets(office: () => Office): Record<string, () => Promise<unknown>> {
  const seen = async (code: string) => {
    const { version } = await office().staff.tickets.ticket(office().actor, { code })
    return { code, version }
  }
  const received = async () => {
    const { staff, actor, now } = office()
    const { code } = await staff.tickets.receiveTicket(
      actor,
      contract.receiveTicket.input.parse(takenIn(now)),
    )
    return code
  }
  const quoted = async () => {
    const { db, staff, actor } = office()
    const code = await received()
    await staff.tickets.addLine(actor, { ...(await seen(code)), item_id: await onePart(db) })
    await staff.tickets.quote(actor, { ...(await seen(code)), refusal_fee: 0 })
    return code
  }
  const approved = async () => {
    const { staff, actor } = office()
    const code = await quoted()
    const answer = { answer: 'approve', waives_fee: false } as const
    await staff.tickets.answerQuote(actor, { ...(await seen(code)), ...answer })
    return code
  }
  const payment = () => ({ form_key: randomUUID(), way: 'cash' as const, amount: 100_000 })
  return {
    'tickets.receiveTicket': async () => contract.receiveTicket.input.parse(takenIn(office().now)),
    'tickets.assign': async () => ({
      ...(await seen(await received())),
      staff_id: office().actor.staff_id,
    }),
    'tickets.moveTickets': async () => ({ codes: [await received()], move: 'diagnose' }),
    'tickets.addLine': async () => ({
      ...(await seen(await received())),
      name: 'Vệ sinh',
      price: 50_000,
    }),
    'tickets.removeLine': async () => ({
      ...(await seen(await approved())),
      ...{ position: 1, reason: 'Không cần nữa' },
    }),
    'tickets.quote': async () => {
      const code = await received()
      const { staff, actor, db } = office()
      await staff.tickets.addLine(actor, { ...(await seen(code)), item_id: await onePart(db) })
      return seen(code)
    },
    'tickets.answerQuote': async () => ({ ...(await seen(await quoted())), answer: 'approve' }),
    'tickets.giveUp': async () => ({
      ...(await seen(await received())),
      reason: 'Không có linh kiện',
    }),
    'tickets.usePart': async () => ({
      ...(await seen(await approved())),
      position: 1,
      serial: 'P1',
    }),
    'tickets.losePart': async () => ({
      ...(await seen(await approved())),
      position: 1,
      why: 'broken',
    }),
    'tickets.takePayment': async () => ({ ...(await seen(await approved())), ...payment() }),
    'tickets.reversePayment': async () => {
      const { staff, actor } = office()
      const code = await approved()
      await staff.tickets.takePayment(actor, { ...(await seen(code)), ...payment() })
      const { payments, version } = await staff.tickets.ticket(actor, { code })
      const repair_payment_id = payments[0]?.repair_payment_id
      const reversal = 'correction'
      return { code, version, repair_payment_id, reversal, reason: 'Ghi nhầm phiếu' }
    },
    'tickets.decideReversal': async () => {
      const { db, staff, actor } = office()
      const code = await approved()
      await staff.tickets.takePayment(actor, { ...(await seen(code)), ...payment() })
      const { rows } = await sql<{ repair_reversal_id: number }>`
        with asker as (
          insert into staff (name, login_name, password_hash, created_at)
          values ('Asker', ${randomUUID()}, 'x', now()) returning staff_id)
        insert into repair_reversal (ticket_id, repair_payment_id, reversal, amount, reason, state, asked_by, asked_at)
        select ticket_id, repair_payment_id, 'refund', 1000, 'Thu thừa', 'asked', asker.staff_id, now()
        from repair_payment join repair_ticket using (ticket_id), asker where code = ${code}
        returning repair_reversal_id`.execute(db)
      const { repair_reversal_id } = rows[0] ?? {}
      return { ...(await seen(code)), repair_reversal_id, answer: 'approve' }
    },
    'tickets.reopen': async () => {
      const { staff, actor } = office()
      const code = await received()
      await staff.tickets.giveUp(actor, { ...(await seen(code)), reason: 'Không sửa được' })
      return { ...(await seen(code)), reason: 'Khách muốn sửa' }
    },
    'tickets.undoCollect': async () => {
      const { staff, actor } = office()
      const code = await received()
      await staff.tickets.giveUp(actor, { ...(await seen(code)), reason: 'Không sửa được' })
      await staff.tickets.collect(actor, { ...(await seen(code)), proof: 'Căn cước trùng tên' })
      return { ...(await seen(code)), reason: 'Bấm nhầm phiếu' }
    },
    'tickets.collect': async () => {
      const { staff, actor } = office()
      const code = await received()
      await staff.tickets.giveUp(actor, { ...(await seen(code)), reason: 'Không sửa được' })
      return { ...(await seen(code)), proof: 'Căn cước trùng tên' }
    },
    'tickets.addPictures': async () => ({ code: await received(), files: [await photo()] }),
    'tickets.removePicture': async () => {
      const { staff, actor } = office()
      const code = await received()
      await staff.tickets.addPictures(actor, { code, files: [await photo()] })
      const { pictures } = await staff.tickets.ticket(actor, { code })
      return { code, picture_id: pictures[0]?.picture_id, reason: 'Ảnh mờ' }
    },
  }
}

/** Returns an option of a repair service of which the repair shop has parts; it is made if there is none. */
export async function onePart(db: Database): Promise<number> {
  await sql`
    insert into repair_part (part_code, name, thumbnail) values ('pin', 'Thay pin', '/media/services/a.webp')
    on conflict do nothing`.execute(db)
  await sql`
    insert into repair_service (service_id, sku, name, model_name, brand_name, device_kind, part_code, minutes, skill)
    values (900, 'SC-900', 'Thay pin', 'iPhone 13', 'Apple', 'dien-thoai', 'pin', 30, 'pin')
    on conflict do nothing`.execute(db)
  await sql`
    insert into slug (path, kind, entity_id, is_current) values ('thay-pin-900', 'repair_service', 900, true)
    on conflict do nothing`.execute(db)
  await sql`
    insert into repair_option (option_id, service_id, label, price, warranty_months)
    values (1000000900, 900, 'Chuẩn', 920000, 12) on conflict do nothing`.execute(db)
  await sql`
    insert into repair_part_stock (option_id, shop_id, quantity) values (1000000900, ${shops.repairs}, 99)
    on conflict do nothing`.execute(db)
  return 1_000_000_900
}
