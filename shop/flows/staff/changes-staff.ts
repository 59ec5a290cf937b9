import { type ChangeEntry, changes as contract } from '#contracts/staff/changes.ts'
import { permission_names } from '#contracts/staff/permissions.ts'
import type { Database } from '#db/schema.ts'
import { everything, mayCall, reachOf } from '#pure/access.ts'
import type { Service } from '#pure/contract.ts'
import { startOfDay, vietnamDay } from '#pure/vietnam-time.ts'
import { insertShown } from '#shop/change-log/change-store.ts'
import type { PersonKeys } from '#shop/change-log/person-keys.ts'
import { findPersonal } from '#shop/change-log/personal-store.ts'
import { planUndo, undoChange } from '#shop/flows/staff/changes/undo-change.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import { findRoles } from '#shop/identity/staff-store.ts'
import { paymentTitle } from '#shop/order/order-view.ts'
import { carrierTitle } from '#shop/shipment/carriers.ts'
import {
  findChange,
  findChangers,
  findChanges,
  findGoodsNames,
  type ListedChange,
} from '#shop/views/change-log/change-list-store.ts'
import { findWorkplaces } from '#shop/views/staff/people-store.ts'

interface Deps extends StaffFlowDeps {
  person_keys: PersonKeys
}

const page_size = 50
/** Entries on the page of a thing. The list has all of them. */
const max_of_thing = 20

/** The ledger of changes, for staff (decision 129). */
export function changesStaffService(deps: Deps): Service<typeof contract> {
  const { db, write, person_keys } = deps
  return {
    list: async (actor, { page = 1, day, ...filter }) => {
      const reach = reachOf(contract.list, actor)
      const part = { limit: page_size + 1, offset: (page - 1) * page_size }
      const [rows, people] = await Promise.all([
        findChanges(db, reach, { ...filter, ...boundsOf(day) }, part),
        findChangers(db, reach),
      ])
      return {
        rows: await named(db, rows.slice(0, page_size)),
        has_next: rows.length > page_size,
        people: people.map(({ staff_id, name }) => ({ value: String(staff_id), title: name })),
      }
    },
    ofThing: async (actor, { thing, thing_key: q }) => {
      const part = { limit: max_of_thing, offset: 0 }
      const reach = reachOf(contract.ofThing, actor)
      return named(db, await findChanges(db, reach, { thing, q }, part))
    },
    entry: async (actor, { change_id }) => {
      const found = await findChange(db, reachOf(contract.entry, actor), change_id)
      if (found === null) throw contract.entry.refuse('change_not_found')
      const may_show = found.personal_fields.length > 0 && mayCall(contract.showPersonal, actor)
      const [entry = shown(found)] = await named(db, [found])
      const plan = await planUndo(deps, actor, found)
      const undo = plan && {
        is_changed: plan.is_changed,
        changes: await namedFields(db, found, plan.changes),
      }
      return { entry, may_show: may_show && found.action !== 'shown', undo }
    },
    showPersonal: (actor, { change_id }) =>
      write({ actor, operation: 'changes.showPersonal' }, async (tx) => {
        const found = await findChange(tx, reachOf(contract.showPersonal, actor), change_id)
        if (found === null) throw contract.showPersonal.refuse('change_not_found')
        await insertShown(tx, change_id)
        return findPersonal(tx, person_keys, change_id)
      }),
    undoChange: async (actor, { change_id }) => {
      const found = await findChange(db, reachOf(contract.undoChange, actor), change_id)
      if (found === null) throw contract.undoChange.refuse('change_not_found')
      await undoChange(deps, actor, found)
      return {}
    },
  }
}

export function boundsOf(day: string | undefined) {
  if (day === undefined) return {}
  const since = startOfDay(day)
  return { since, until: startOfDay(vietnamDay(since, 1)) }
}

/** Fields of an entry, with names as in the list. */
async function namedFields(
  db: Database,
  entry: ListedChange,
  changes: ListedChange['changes'],
): Promise<ListedChange['changes']> {
  const [shown_entry] = await named(db, [{ ...entry, changes }])
  return shown_entry?.changes ?? changes
}

/** Columns that hold the number of a member of staff, or of a shop. */
const staff_fields = [
  ...['assigned_to', 'asked_by', 'decided_by', 'approved_by', 'handled_by', 'made_by'],
  ...['offered_by', 'paid_by', 'taken_by'],
]
/** Columns that hold the code of a carrier or of a way to pay. */
const titles: Readonly<Record<string, (code: string) => string | null>> = {
  carrier: carrierTitle,
  gateway: paymentTitle,
  payment_method: paymentTitle,
  'payment.method': paymentTitle,
}
const shop_fields = ['shop_id', 'from_shop_id', 'to_shop_id', 'bought_shop_id']

/** Entries with names in place of the codes and numbers of roles, shops, people, products, units and categories. */
export async function named(db: Database, rows: readonly ListedChange[]): Promise<ChangeEntry[]> {
  const values = (...fields: string[]) =>
    rows.flatMap(({ changes }) => fields.flatMap((field) => changes[field] ?? []))
  const numbers = (...fields: string[]) =>
    values(...fields).filter((value) => typeof value === 'number')
  const [roles, shops, people, goods] = await Promise.all([
    findRoles(db),
    findWorkplaces(db),
    numbers(...staff_fields).length > 0 ? findChangers(db, everything) : [],
    findGoodsNames(db, {
      product_ids: numbers('product_id'),
      unit_ids: numbers('unit_id', 'replaced_by'),
      category_ids: numbers('category_id'),
    }),
  ])
  const of_people = new Map(people.map(({ staff_id, name }) => [staff_id, name]))
  const of_shops = new Map(shops.map(({ shop_id, name }) => [shop_id, name]))
  const names: Readonly<Record<string, ReadonlyMap<unknown, string>>> = {
    role_code: new Map(roles.map(({ role_code, name }) => [role_code, name])),
    ...Object.fromEntries(staff_fields.map((field) => [field, of_people])),
    ...Object.fromEntries(shop_fields.map((field) => [field, of_shops])),
    product_id: goods.product,
    unit_id: goods.unit,
    replaced_by: goods.unit,
    category_id: goods.category,
  }
  return rows.map(({ changes, ...row }) => {
    const fields = Object.entries(changes).map(([field, [before, after]]) => {
      const titleOf = titles[`${row.table_name}.${field}`] ?? titles[field]
      const nameOf = (value: unknown) =>
        typeof value === 'string' && titleOf !== undefined
          ? titleOf(value)
          : (names[field]?.get(value) ?? value)
      return [field, [nameOf(before), nameOf(after)]] as const
    })
    return shown({ ...row, changes: Object.fromEntries(fields) as ChangeEntry['changes'] })
  })
}

function shown({ changed_at, row_key, ...entry }: ListedChange): ChangeEntry {
  const part_name = entry.table_name === 'role_permission' ? permissionOf(row_key) : null
  return { ...entry, part_name, changed_at: changed_at.toISOString() }
}

/** The name of the permission in the key of a row of `role_permission`: role/permission. */
function permissionOf(row_key: string): string {
  const [, permission = ''] = row_key.split('/')
  return new Map<string, string>(Object.entries(permission_names)).get(permission) ?? permission
}
