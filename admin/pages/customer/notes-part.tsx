import { ReasonField } from '#admin/kit/fields/line-field.tsx'
import type { ShownCustomer } from '#admin/pages/customer/page.server.ts'
import { customerPath } from '#admin/addresses/paths.ts'
import { Key } from '#admin/kit/keys-help.tsx'
import { StaffForm } from '#admin/kit/staff-form.tsx'
import { block_titles, customer_event_titles } from '#admin/pages/customers/customer-texts.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'

/** Why orders of the customer are limited, and the form that changes it. */
export function BlockPart({ customer }: { customer: ShownCustomer }) {
  const { order_code, block, person_block, block_reason, version, may } = customer
  const choices = (['prepay', 'no_orders'] as const).filter((one) => one !== block)
  return (
    <section aria-labelledby="block" className="sheet grid gap-2 text-sm">
      <h2 id="block" className="part-title">
        Chặn
      </h2>
      <p className={block === null ? 'text-muted' : 'font-semibold text-sale'}>
        {block === null ? 'Khách đặt hàng bình thường.' : `${block_titles[block]}: ${block_reason}`}
      </p>
      {person_block !== null && person_block !== block && (
        <p className="font-semibold text-sale">
          {block_titles[person_block]}: bị chặn ở một số khác của khách.
        </p>
      )}
      {may.block && (
        <StaffForm
          key={version}
          action={customerPath(order_code)}
          hidden={{ intent: 'block', version }}
          className="grid gap-2"
        >
          <ReasonField placeholder="Nhiều lần không nhận hàng…" />
          <div className="flex flex-wrap gap-2">
            {choices.map((one) => (
              <button key={one} type="submit" name="block" value={one} className="tool">
                {block_titles[one]}
              </button>
            ))}
            {block !== null && (
              <button type="submit" name="block" value="" className="tool">
                Bỏ chặn
              </button>
            )}
          </div>
        </StaffForm>
      )}
    </section>
  )
}

/** Notes for staff, and who looked at the phone. They stay as they were written. */
export function NotesPart({ customer: { order_code, events, may } }: { customer: ShownCustomer }) {
  if (events.length === 0 && !may.note) return null
  return (
    <section aria-labelledby="notes" className="sheet grid gap-2 text-sm">
      <h2 id="notes" className="part-title flex items-center gap-2">
        Ghi chú {may.note && <Key name="n" />}
      </h2>
      {may.note && (
        <StaffForm
          action={customerPath(order_code)}
          hidden={{ intent: 'note' }}
          resets
          className="grid gap-2"
        >
          <textarea
            name="text"
            rows={2}
            required
            maxLength={500}
            data-key="n"
            aria-labelledby="notes"
            className="field py-2"
          />
          <div>
            <button type="submit" className="tool">
              Ghi
            </button>
          </div>
        </StaffForm>
      )}
      <ol className="grid gap-1.5">
        {events.map(({ at, kind, text, staff_name }, n) => (
          <li key={n} className="wrap-anywhere">
            {text !== null && <span className="block font-semibold">{text}</span>}
            <span className="text-xs text-muted">
              {staff_name} {customer_event_titles[kind]} · {formatDateTime(new Date(at))}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
