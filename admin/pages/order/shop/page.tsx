import { Link } from 'react-router'
import { orderPath, orderShopPath } from '#admin/addresses/paths.ts'
import { ReasonField } from '#admin/kit/fields/line-field.tsx'
import { StaffForm } from '#admin/kit/staff-form.tsx'
import type { OrderShops } from '#contracts/staff/order-changes.ts'
import { promiseText } from '#pure/delivery-text.ts'

export const title = ({ order_code, is_pickup }: OrderShops) =>
  `${is_pickup ? 'Đổi nơi lấy' : 'Đổi kho xuất'} của đơn ${order_code}`
export const has_own_heading = true

/** Where the goods of an order are, and which other shop has all of them. */
export function Page({ data }: { data: OrderShops }) {
  const { order_code, version, is_pickup, promise, from, shops } = data
  const [only, ...others] = from
  const isHere = (shop_id: number) => others.length === 0 && shop_id === only?.shop_id
  const choices = shops.filter(({ shop_id }) => !isHere(shop_id))
  const complete = choices.filter(({ missing }) => missing.length === 0)
  const short = choices.filter(({ missing }) => missing.length > 0)
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="text-xl">{is_pickup ? 'Đổi nơi lấy' : 'Đổi kho xuất'}</h1>
        <Link to={orderPath(order_code)} className="tool ml-auto tabular-nums">
          Về đơn {order_code}
        </Link>
      </div>
      <div className="sheet grid max-w-4xl gap-1 text-sm">
        <p>
          Đang giữ hàng ở:{' '}
          <strong>
            {from.map(({ shop, quantity }) => `${shop} (${quantity})`).join(', ') ||
              'không ở cửa hàng nào'}
          </strong>
        </p>
        {promise !== null && (
          <p>
            Đã hẹn khách: {promiseText(promise, null)}.{' '}
            {is_pickup ? 'Lời hẹn này không còn khi đổi nơi lấy.' : 'Lời hẹn giữ nguyên.'}
          </p>
        )}
        {is_pickup && (
          <p role="alert" className="font-semibold text-sale">
            Khách tự đến lấy hàng: gọi hỏi khách trước, rồi mới đổi nơi lấy.
          </p>
        )}
      </div>
      <StaffForm
        action={orderShopPath(order_code)}
        hidden={{ version }}
        className="sheet grid max-w-4xl gap-4 text-sm"
      >
        <fieldset className="min-w-0">
          <legend className="part-title">Cửa hàng có đủ hàng ({complete.length})</legend>
          {complete.length === 0 && (
            <p className="py-2 text-muted">
              Không cửa hàng nào khác có đủ. Tách đơn, bỏ bớt món hoặc chuyển hàng tới trước.
            </p>
          )}
          <div className="grid gap-x-6 sm:grid-cols-2">
            {complete.map(({ shop_id, name, province, is_near }) => (
              <label key={shop_id} className="flex min-h-11 items-center gap-2 py-1.5">
                <input
                  type="radio"
                  name="shop_id"
                  value={shop_id}
                  required
                  className="size-5 shrink-0 accent-accent"
                />
                <span>
                  {name}
                  <span className="block text-xs text-muted">
                    {is_near ? `${province}, gần khách` : province}
                  </span>
                </span>
              </label>
            ))}
          </div>
        </fieldset>
        {complete.length > 0 && (
          <div className="grid max-w-xl gap-2">
            <ReasonField required maxLength={300} />
            {is_pickup && (
              <label className="flex min-h-11 items-center gap-2">
                <input
                  type="checkbox"
                  name="is_agreed"
                  value="1"
                  required
                  className="size-5 shrink-0 accent-accent"
                />
                Khách đồng ý đến lấy ở cửa hàng mới (khách được nhắn địa chỉ)
              </label>
            )}
            <button type="submit" className="tool-main justify-self-start">
              {is_pickup ? 'Đổi nơi lấy và báo khách' : 'Đổi kho xuất'}
            </button>
          </div>
        )}
        {short.length > 0 && (
          <details>
            <summary className="w-fit font-semibold">
              Cửa hàng không đủ hàng ({short.length})
            </summary>
            <ul className="mt-1 divide-y divide-line">
              {short.map(({ shop_id, name, missing }) => (
                <li key={shop_id} className="py-1.5">
                  {name}
                  <span className="block text-xs text-muted">
                    {missing
                      .map((one) => `${one.name}: còn ${one.left}, cần ${one.wanted}`)
                      .join(' · ')}
                  </span>
                </li>
              ))}
            </ul>
          </details>
        )}
      </StaffForm>
    </>
  )
}
