import { partOf, reasonOf, thingOf, valueText, whoOf } from '#admin/pages/changes/change-texts.ts'
import { fieldTitle } from '#admin/pages/changes/field-titles.ts'
import { thingPath } from '#admin/pages/changes/thing-path.ts'
import type { ChangeEntry, ShownValues, UndoPlan } from '#contracts/staff/changes.ts'

/** A field of an entry in words. */
export interface ShownField {
  field: string
  title: string
  before: string
  after: string
}

/** An entry in words. They are chosen on the server: all of them would load with the scripts of the page. */
export interface ShownChange {
  change_id: number
  changed_at: string
  who: string
  /** The thing that was changed, and the part of it. */
  about: string
  /** The page of the thing; null: it has none. */
  path: string | null
  /** It is taken back by versions (decision 277), not by an undo. */
  has_versions: boolean
  reason: string | null
  request_id: string | null
  fields: ShownField[]
  has_personal: boolean
}

const text_things: ReadonlySet<string> = new Set(['article', 'post', 'static_page'])

/** `shown`: the personal values, once the reader has asked for them. */
export function shownChange(entry: ChangeEntry, shown: ShownValues | null): ShownChange {
  const { change_id, changed_at, request_id, personal_fields } = entry
  return {
    ...{ change_id, changed_at, request_id },
    who: whoOf(entry),
    about: [thingOf(entry), partOf(entry)].filter((text) => text !== '').join(' · '),
    path: thingPath(entry),
    has_versions: text_things.has(entry.thing),
    reason: reasonOf(entry),
    fields: fieldsOf(entry, shown),
    has_personal: personal_fields.length > 0,
  }
}

/** What undoing an entry would do: what each field is now (before), and what it becomes (after). */
export function shownUndo(plan: UndoPlan, table_name: string): ShownField[] {
  return Object.entries(plan.changes).map(([field, [now, then]]) => ({
    field,
    title: fieldTitle(field),
    before: valueText(field, now, table_name),
    after: valueText(field, then, table_name),
  }))
}

function fieldsOf(entry: ChangeEntry, shown: ShownValues | null): ShownField[] {
  const { table_name, changes, secret_fields, personal_fields, action } = entry
  return [
    ...Object.entries(changes).map(([field, [before, after]]) => ({
      field,
      title: fieldTitle(field),
      before: valueText(field, before, table_name),
      after: valueText(field, after, table_name),
    })),
    ...secret_fields.map((field) => ({
      field,
      title: fieldTitle(field),
      ...sides(action, '••••', '••••'),
    })),
    ...personal_fields.map((field) => ({
      field,
      title: fieldTitle(field),
      ...(shown === null
        ? sides(action, '•••', '•••')
        : sides(
            action,
            personal(field, shown.before, table_name),
            personal(field, shown.after, table_name),
          )),
    })),
  ]
}

/** A new row had nothing before; a deleted one has nothing after. */
function sides(action: ChangeEntry['action'], before: string, after: string) {
  return {
    before: action === 'insert' ? '–' : before,
    after: action === 'delete' ? '–' : after,
  }
}

function personal(field: string, values: ShownValues['before'], table_name: string): string {
  return values === null ? 'đã xóa' : valueText(field, values[field], table_name)
}
