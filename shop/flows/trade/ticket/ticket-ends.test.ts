import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { StaffActor } from '#pure/contract.ts'
import { putParts } from '#test/goods/repair-parts.ts'
import { openTicketCounter } from '#test/goods/ticket-counter.ts'
import { repairs, shops } from '#test/support/small-shop.ts'
import { staffWith } from '#test/support/staff.ts'

const counter = openTicketCounter()
const { tickets, actor, read, seen, move, ask } = counter

describe('money that goes back', () => {
  const paidByTransfer = async (reference: string) => {
    await putParts(counter.checkout.own.db, { [repairs.battery]: 5 })
    const code = await counter.fitted()
    await tickets().takePayment(actor(), {
      ...{ ...(await seen(code)), form_key: randomUUID(), way: 'transfer', amount: 920_000 },
      reference,
    })
    return code
  }
  const reverse = async (
    code: string,
    change: { reversal: 'refund' | 'correction'; amount?: number },
    by = actor(),
  ) => {
    const { payments, version } = await read(code)
    return tickets().reversePayment(by, {
      ...{ code, version, reason: 'Ghi nhầm phiếu', ...change },
      repair_payment_id: payments[0]?.repair_payment_id ?? 0,
    })
  }

  test('goes in parts, never more than came; only a correction frees the number of the transfer', async () => {
    const code = await paidByTransfer('FT 900')
    await reverse(code, { reversal: 'refund', amount: 100_000 })
    await expect(reverse(code, { reversal: 'refund', amount: 820_001 })).rejects.toMatchObject({
      code: 'above_left',
      data: { left: 820_000 },
    })
    expect(await read(code)).toMatchObject({ paid: 820_000, payments: [{ left: 820_000 }, {}] })
    await expect(paidByTransfer('ft900')).rejects.toMatchObject({ code: 'reference_used' })
    const wrong = await paidByTransfer('FT901')
    await reverse(wrong, { reversal: 'correction' })
    expect((await read(wrong)).paid).toBe(0)
    expect(await read(await paidByTransfer('FT901'))).toMatchObject({ paid: 920_000 })
  })

  test('waits for a second person above the limit of the first', async () => {
    const manager = await counter.hire('Minh')
    const here = { scope: 'shops', max_amount: null } as const
    const limited = {
      ...manager,
      ...staffWith(
        {
          ...{ 'repairs.see': here, 'repairs.price': here },
          'refunds.approve': { scope: 'shops', max_amount: 500_000 },
        },
        [shops.repairs],
      ),
      staff_id: manager.staff_id,
    }
    const code = await paidByTransfer('FT910')
    expect(await reverse(code, { reversal: 'refund', amount: 400_000 }, limited)).toEqual({
      is_asked: false,
    })
    // The limit counts what went back before.
    expect(await reverse(code, { reversal: 'refund', amount: 200_000 }, limited)).toEqual({
      is_asked: true,
    })
    const { asked_reversals, paid } = await read(code)
    expect({ asked_reversals, paid }).toMatchObject({
      ...{ paid: 520_000, asked_reversals: [{ amount: 200_000, may_decide: true }] },
    })
    await expect(reverse(code, { reversal: 'refund', amount: 320_001 })).rejects.toMatchObject({
      data: { left: 320_000 },
    })
    const repair_reversal_id = asked_reversals[0]?.repair_reversal_id ?? 0
    const decide = async (by: StaffActor, answer: 'approve' | 'reject') =>
      tickets().decideReversal(by, { ...(await seen(code)), repair_reversal_id, answer })
    await expect(decide(limited, 'approve')).rejects.toMatchObject({ code: 'own_request' })
    const other = { ...limited, staff_id: actor().staff_id }
    const small = {
      ...other,
      grants: new Map([
        ...other.grants,
        ['refunds.approve', [{ scope: 'shops' as const, max_amount: 100_000 }]] as const,
      ]),
    }
    await expect(decide(small, 'approve')).rejects.toMatchObject({ code: 'amount_above_limit' })
    expect(await tickets().askedReversals(other, {})).toMatchObject([{ code, amount: 200_000 }])
    await decide(other, 'approve')
    expect(await read(code)).toMatchObject({ paid: 320_000, asked_reversals: [] })
    await expect(decide(other, 'approve')).rejects.toMatchObject({ code: 'ticket_changed' })
    expect(await reverse(code, { reversal: 'refund' }, limited)).toEqual({ is_asked: true })
    const next = (await read(code)).asked_reversals[0]?.repair_reversal_id ?? 0
    await tickets().decideReversal(limited, {
      ...{ ...(await seen(code)), repair_reversal_id: next, answer: 'reject' },
    })
    expect(await read(code)).toMatchObject({ paid: 320_000, asked_reversals: [] })
  })
})

describe('a second hand-over', () => {
  const reopen = async (code: string) =>
    tickets().reopen(actor(), { ...(await seen(code)), reason: 'Khách thử chưa đạt' })
  const undo = async (code: string) =>
    tickets().undoCollect(actor(), { ...(await seen(code)), reason: 'Bấm nhầm phiếu' })

  test('of a device that was not good yet has a new code', async () => {
    const code = await counter.fitted()
    await move(code, 'finish')
    const { hand_code: first } = await ask(code)
    await reopen(code)
    expect(await ask(code)).toMatchObject({ state: 'repairing', hand_code: null })
    await move(code, 'send_out')
    await move(code, 'come_back')
    await move(code, 'finish')
    await counter.pay(code, 920_000)
    expect((await ask(code)).hand_code).not.toBe(first)
    await counter.give(code)
    // One that was refused is repaired after all.
    const refused = await counter.receive()
    await counter.giveUp(refused)
    await reopen(refused)
    expect((await read(refused)).state).toBe('diagnosing')
  })

  test('after one that was undone leaves the warranties as one hand-over does', async () => {
    const imei = '356938035643882'
    const first = await counter.mended({ imei })
    const until = '2027-11-20'
    expect((await ask(first)).lines).toMatchObject([{ warranty_until: until }])
    await undo(first)
    const waiting = await ask(first)
    expect(waiting).toMatchObject({ state: 'ready', lines: [{ warranty_until: null }] })
    expect(waiting.hand_code).toMatch(/^\d{6}$/)
    await counter.give(first)
    // Under warranty: days are added once, and a part that was replaced has its warranty back meanwhile.
    const kept = await counter.receive({ imei, warranty: `${first}.1` })
    await counter.giveUp(kept)
    await counter.give(kept)
    expect((await ask(first)).lines).toMatchObject([{ warranty_until: '2027-11-21' }])
    await undo(kept)
    expect((await ask(first)).lines).toMatchObject([{ warranty_until: until }])
    await counter.give(kept)
    const replaced = await counter.mended({ imei, warranty: `${first}.1` })
    expect((await ask(first)).lines).toMatchObject([{ warranty_until: '2026-11-20' }])
    await undo(replaced)
    expect((await ask(first)).lines).toMatchObject([{ warranty_until: '2027-11-21' }])
    await counter.give(replaced)
    await expect(undo(first)).rejects.toMatchObject({ code: 'warranty_used' })
    const { now } = counter.checkout
    counter.checkout.now = new Date(now.getTime() + 8 * 86_400_000)
    const late = undo(replaced)
    await expect(late).rejects.toMatchObject({ code: 'undo_too_late' })
    counter.checkout.now = now
  })
})
