import { cod } from '#contracts/staff/cod.ts'
import { customers } from '#contracts/staff/customers.ts'
import { delivery } from '#contracts/staff/delivery.ts'
import { orderTags } from '#contracts/staff/orders/order-tags.ts'
import { samePerson } from '#contracts/staff/members/same-person.ts'
import { orders } from '#contracts/staff/orders.ts'
import { returnRules } from '#contracts/staff/return-rules.ts'
import { roles } from '#contracts/staff/roles.ts'
import { tradeOffice } from '#contracts/staff/trade/trade-office.ts'
import { type Reach, reachOf } from '#pure/access.ts'
import { guardedService } from '#pure/guarded-service.ts'
import { findProfileOf } from '#shop/customer/customer-profile-store.ts'
import { findOrderOfPerson } from '#shop/customer/same-person-store.ts'
import { findDeliveryRuleRow } from '#shop/delivery/delivery-store.ts'
import { banner, landingPage, popup } from '#shop/flows/staff/changes/content-reverses.ts'
import { type FindReverse, inputOf, type Values } from '#shop/flows/staff/changes/find-reverse.ts'
import { codStaffService } from '#shop/flows/staff/cod-staff.ts'
import { customerStaffService } from '#shop/flows/staff/customers/customer-staff.ts'
import { samePersonStaffService } from '#shop/flows/staff/customers/same-person-staff.ts'
import { deliveryStaffService } from '#shop/flows/staff/delivery-staff.ts'
import { orderStaffService } from '#shop/flows/staff/orders/order-staff.ts'
import { hasTag, tagStaffService } from '#shop/flows/staff/orders/tag-staff.ts'
import { returnRuleStaffService } from '#shop/flows/returns/return-rule-staff.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import { rolesStaffService } from '#shop/identity/roles-staff.ts'
import { findTradePrice } from '#shop/trade/trade-in/trade-device-store.ts'
import { tradeOfficeStaffService } from '#shop/flows/trade/trade-in/trade-office-staff.ts'
import { findCodRuleRow } from '#shop/order/cod-store.ts'
import { findFees, findReturnRules } from '#shop/return/return-rule-store.ts'
import { findNewestOrderOf } from '#shop/views/customers/customer-page-store.ts'
import { findChosenOrders } from '#shop/views/order/order-list-store.ts'

const options = (name: string) => ({ check: false, name: `${name}StaffService` })

const codRule: FindReverse = async ({ db }, _actor, { before }) => {
  const { changed_at: _at, changed_by: _by, ...rules } = await findCodRuleRow(db)
  const input = inputOf(cod.setCodRules.input, { ...rules, ...before })
  if (input === null) return null
  return {
    operation: cod.setCodRules,
    now: { ...rules },
    run: (deps, actor) =>
      guardedService(cod, codStaffService(deps), options('cod')).setCodRules(actor, input),
  }
}

const deliveryRule: FindReverse = async ({ db }, _actor, { before }) => {
  const { changed_at: _at, changed_by: _by, ...rules } = await findDeliveryRuleRow(db)
  const input = inputOf(delivery.setDeliveryRules.input, { ...rules, ...before })
  if (input === null) return null
  return {
    operation: delivery.setDeliveryRules,
    now: { ...rules },
    run: (deps, actor) =>
      guardedService(delivery, deliveryStaffService(deps), options('delivery')).setDeliveryRules(
        actor,
        input,
      ),
  }
}

/** The rules of returns are one row with several fees: an entry is about the row or about one fee. */
const returnRule: FindReverse = async ({ db }, _actor, { entry, before, after }) => {
  const { goodwill_per_month, version } = await findReturnRules(db)
  const fees = await findFees(db)
  const [reason = '', day = ''] = entry.row_key.split('/')
  const isIt = (fee: { reason: string; up_to_day: number }) =>
    fee.reason === reason && fee.up_to_day === Number(day)
  const is_fee = entry.table_name === 'return_fee'
  const others = is_fee ? fees.filter((fee) => !isIt(fee)) : fees
  const restored =
    is_fee && entry.action !== 'insert'
      ? [{ reason, up_to_day: Number(day), percent: before['percent'] }]
      : []
  const goodwill = is_fee ? goodwill_per_month : before['goodwill_per_month']
  const input = inputOf(returnRules.setRules.input, {
    ...{ goodwill_per_month: goodwill, version, fees: [...others, ...restored] },
  })
  if (input === null) return null
  const now = is_fee ? fees.find(isIt) : { goodwill_per_month }
  return {
    operation: returnRules.setRules,
    now: { ...(now ?? emptied(after)) },
    run: (deps, actor) =>
      guardedService(returnRules, returnRuleStaffService(deps), options('returnRules')).setRules(
        actor,
        input,
      ),
  }
}

/** A row that is not there any more: every field without a value. */
function emptied(values: Values): Values {
  return Object.fromEntries(Object.keys(values).map((field) => [field, null]))
}

const rolePermission: FindReverse = async (deps, actor, { entry, before, after }) => {
  const [role_code = '', permission = ''] = entry.row_key.split('/')
  const role = (await rolesStaffService(deps).roles(actor, {})).find(
    (one) => one.role_code === role_code,
  )
  if (role === undefined) return null
  const granted = role.grants.find((grant) => grant.permission === permission)
  const others = role.grants.filter((grant) => grant !== granted)
  const restored = { scope: granted?.scope, max_amount: granted?.max_amount ?? null, ...before }
  const input = inputOf(roles.change.input, {
    ...{ role_code, seen: role.grants },
    grants: entry.action === 'insert' ? others : [...others, { permission, ...restored }],
  })
  if (input === null) return null
  return {
    operation: roles.change,
    now: { ...(granted ?? emptied(after)) },
    run: (with_reason, by) =>
      guardedService(roles, rolesStaffService(with_reason), options('roles')).change(by, input),
  }
}

/** A block that comes back comes with its sealed reason, so only for whoever may see that. */
const customerBlock: FindReverse = async (deps, actor, undone) => {
  const { db } = deps
  const { entry, before, reason } = undone
  if ('person' in before) return phoneOfPerson(deps, actor, undone)
  if (entry.action !== 'update' || !('block' in before)) return null
  const profile = await findProfileOf(db, Number(entry.row_key))
  const order_code = profile && (await findNewestOrderOf(db, profile.phone))
  if (!profile || !order_code) return null
  const block = before['block'] ?? ''
  const given = block === '' ? reason : (await undone.personalBefore())?.['block_reason']
  const input = inputOf(customers.blockCustomer.input, {
    ...{ order_code, block, reason: given, version: profile.version },
  })
  if (input === null) return null
  return {
    operation: customers.blockCustomer,
    now: { block: profile.block },
    run: (deps, actor) =>
      guardedService(customers, customerStaffService(deps), options('customers')).blockCustomer(
        actor,
        input,
      ),
  }
}

/** A phone leaves its person again, or goes back to the phones that it was taken from. */
const phoneOfPerson: FindReverse = async ({ db }, _actor, { entry, before, after, reason }) => {
  const profile = await findProfileOf(db, Number(entry.row_key))
  const order_code = profile && (await findNewestOrderOf(db, profile.phone))
  if (!profile || !order_code) return null
  const now = { person: profile.person }
  const serviceOf = (deps: StaffFlowDeps) =>
    guardedService(samePerson, samePersonStaffService(deps), options('samePerson'))
  if (typeof after['person'] === 'string') {
    const input = inputOf(samePerson.part.input, { order_code, reason })
    if (input === null) return null
    return {
      operation: samePerson.part,
      now,
      run: (deps, by) => serviceOf(deps).part(by, input),
    }
  }
  const person = String(before['person'])
  const other_code = await findOrderOfPerson(db, person, profile.customer_profile_id)
  const input = inputOf(samePerson.join.input, { order_code, other_code, reason })
  if (other_code === null || input === null) return null
  return { operation: samePerson.join, now, run: (deps, by) => serviceOf(deps).join(by, input) }
}

/** Of an order only whom it is assigned to. Moves are never undone: shoppers have read of them. */
const assignment: FindReverse = async ({ db }, actor, { entry, before, after }) => {
  if (Object.keys(before).join() !== 'assigned_to' || entry.personal_fields.length > 0) return null
  const order = await findInReach(db, entry.thing_key, reachOf(orders.assignOrder, actor))
  const input = inputOf(orders.assignOrder.input, {
    order_code: entry.thing_key,
    staff_id: before['assigned_to'] ?? '',
    staff_id_seen: after['assigned_to'] ?? '',
  })
  if (order === null || input === null) return null
  return {
    operation: orders.assignOrder,
    now: { assigned_to: order.assigned_to },
    run: (deps, by) =>
      guardedService(orders, orderStaffService(deps), options('orders')).assignOrder(by, input),
  }
}

const tag: FindReverse = async ({ db }, actor, { entry, before, after }) => {
  const is_new = entry.action === 'insert'
  const input = inputOf(orderTags.tagOrder.input, {
    order_code: entry.thing_key,
    tag: is_new ? after['tag'] : before['tag'],
  })
  const order = await findInReach(db, entry.thing_key, reachOf(orderTags.tagOrder, actor))
  if (order === null || input === null) return null
  return {
    operation: orderTags.tagOrder,
    now: { tag: hasTag(order.tags, input.tag) ? input.tag : null },
    run: (deps, by) => {
      const service = guardedService(orderTags, tagStaffService(deps), options('orderTags'))
      return is_new ? service.untagOrder(by, input) : service.tagOrder(by, input)
    },
  }
}

/** A price of an old device. Quotes that were given between keep their terms. */
const tradePrice: FindReverse = async ({ db }, _actor, { entry, before }) => {
  if (entry.action !== 'update') return null
  const row = await findTradePrice(db, entry.thing_key)
  if (row === undefined) return null
  const { base_price: seen_price, upgrade_bonus: seen_bonus } = row
  const input = inputOf(tradeOffice.setTradePrice.input, {
    ...{ ...row, ...before, code: entry.thing_key, seen_price, seen_bonus },
  })
  if (input === null) return null
  return {
    operation: tradeOffice.setTradePrice,
    now: { ...row },
    run: (deps, actor) =>
      guardedService(
        tradeOffice,
        tradeOfficeStaffService(deps),
        options('tradeOffice'),
      ).setTradePrice(actor, input),
  }
}

async function findInReach(db: StaffFlowDeps['db'], code: string, reach: Reach) {
  const [order = null] = await findChosenOrders(db, [code], reach)
  return order
}

/** By changed table: how its entries are taken back. Of any other table nothing is (decision 168). */
export const reverses: Readonly<Record<string, FindReverse>> = {
  cod_rule: codRule,
  delivery_rule: deliveryRule,
  return_rule: returnRule,
  return_fee: returnRule,
  role_permission: rolePermission,
  customer_profile: customerBlock,
  trade_device: tradePrice,
  sales_order: assignment,
  sales_order_tag: tag,
  landing_page: landingPage,
  popup,
  banner,
}
