import { Icon } from '#web/ui/icons.tsx'
import { cart_addresses } from '#storefront/addresses/cart.ts'
import { loan_addresses } from '#storefront/addresses/loan.ts'

const steps = [
  { name: 'Chọn sản phẩm', path: cart_addresses.cart.path, icon: 'shopping-bag' },
  { name: 'Thông tin đơn hàng', path: cart_addresses.paymentInfo.path, icon: 'clipboard-list' },
  { name: 'Thanh toán', path: cart_addresses.payment.path, icon: 'credit-card' },
] as const

/** The pages of the same steps when something is bought in parts. */
const loan_steps: ReadonlyMap<string, number> = new Map([
  [loan_addresses.loanRegister.path, 1],
  [loan_addresses.loanPayment.path, 2],
  [loan_addresses.cardPlan.path, 2],
])

interface CheckoutStepsProps {
  pathname: string
  /** The order is placed and its money is still awaited. */
  is_unpaid: boolean
}

/** The steps of an order (contract §2) and the current one. Completed steps are links. */
export function CheckoutSteps({ pathname, is_unpaid }: CheckoutStepsProps) {
  const current = is_unpaid ? steps.length - 1 : stepOf(pathname)
  const isDone =
    is_unpaid || current === steps.length || isAfterOrder(pathname) || loan_steps.has(pathname)
  return (
    <nav aria-label="Các bước đặt hàng">
      <ol className="grid grid-cols-3">
        {steps.map((step, index) => (
          <li
            key={step.path}
            aria-current={index === current ? 'step' : undefined}
            className={`relative text-center before:absolute before:top-[17px] before:right-[calc(50%+26px)] before:left-[calc(-50%+26px)] before:h-0.5 before:rounded-full first:before:hidden ${
              index <= current ? 'before:bg-accent' : 'before:bg-line'
            }`}
          >
            {index < current && !isDone ? (
              <a href={step.path} className="group inline-block">
                <StepFace {...step} state="behind" />
              </a>
            ) : (
              <StepFace
                {...step}
                state={index < current ? 'behind' : index === current ? 'here' : 'ahead'}
              />
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}

type StepState = 'behind' | 'here' | 'ahead'

const faces: Record<StepState, { circle: string; name: string }> = {
  behind: { circle: 'border-accent bg-white text-accent', name: 'text-ink group-hover:underline' },
  here: { circle: 'border-accent bg-accent text-white', name: 'font-bold text-accent' },
  ahead: { circle: 'border-line bg-white text-muted', name: 'text-muted' },
}

function StepFace({ name, icon, state }: (typeof steps)[number] & { state: StepState }) {
  const face = faces[state]
  return (
    <>
      <span
        className={`mx-auto grid size-9 place-items-center rounded-full border-2 ${face.circle}`}
      >
        <Icon name={state === 'behind' ? 'check' : icon} className="size-[18px]" />
      </span>
      <span
        className={`mt-1.5 block text-[clamp(0.6875rem,3.3vw,0.8125rem)] leading-tight tracking-tight whitespace-nowrap sm:text-sm ${face.name}`}
      >
        {name}
        {state === 'behind' && <span className="sr-only"> (đã xong)</span>}
      </span>
    </>
  )
}

function stepOf(pathname: string): number {
  if (pathname.startsWith('/cart/success/')) return steps.length
  // The order is placed, so the steps before are no longer links.
  if (isAfterOrder(pathname)) return steps.length - 1
  const index = loan_steps.get(pathname) ?? steps.findIndex((step) => step.path === pathname)
  return Math.max(0, index)
}

function isAfterOrder(pathname: string): boolean {
  return pathname === cart_addresses.bankTransfer.path || pathname === cart_addresses.payAgain.path
}
