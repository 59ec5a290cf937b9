import { useActionData } from 'react-router'
import { account_addresses } from '#storefront/addresses/account.ts'
import { lookupUrl, type LookupTab } from '#storefront/addresses/account-links.ts'
import { LookupForm, PhoneField } from '#storefront/pages/lookup/lookup-form.tsx'
import type { LookupData, LookupFound } from '#storefront/pages/lookup/page.server.ts'
import { OrderResult } from '#storefront/pages/lookup/order-result.tsx'
import { TicketResult } from '#storefront/pages/lookup/ticket-result.tsx'
import { WarrantyResult } from '#storefront/pages/lookup/warranty-result.tsx'
import type { PageMeta } from '#storefront/runtime/page.ts'
import { useShop } from '#storefront/runtime/shop-data.ts'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import { TextField } from '#web/ui/field.tsx'
import { LinkTabs } from '#web/ui/link-tabs.tsx'
import { telLink } from '#web/ui/tel-link.ts'

const titles: Record<LookupTab, string> = {
  'don-hang': 'Tra cứu đơn hàng',
  'bao-hanh': 'Tra cứu bảo hành',
  phieu: 'Tra cứu phiếu',
}

export function meta({ tab }: LookupData): PageMeta {
  return {
    title: titles[tab],
    description:
      'Xem đơn hàng đang ở đâu, bảo hành đến ngày nào, phiếu sửa chữa và đổi trả đã xử lý tới đâu.',
    canonical_path: account_addresses.lookup.path,
  }
}

/** /tracuu: forms by kind, and below them what the sent one found. */
export function Page({ data: { tab, code } }: { data: LookupData }) {
  const { shop } = useShop()
  const answer = useActionData<{ found?: LookupFound }>()
  const found = answer?.found
  return (
    <>
      <Breadcrumb crumbs={[{ name: titles[tab], path: account_addresses.lookup.path }]} />
      <div className="mx-auto grid max-w-3xl gap-4 pb-6">
        <section className="sheet p-4 sm:p-6">
          <h1 className="text-2xl">{titles[tab]}</h1>
          <Tabs current={tab} />
          <div className="mt-5 grid gap-6">
            {tab === 'don-hang' && <OrderForm code={code} />}
            {tab === 'bao-hanh' && <WarrantyForms code={code} />}
            {tab === 'phieu' && <TicketForm code={code} />}
          </div>
        </section>
        {found?.kind === 'order' && <OrderResult order={found.order} own_url={found.own_url} />}
        {found?.kind === 'warranties' && <WarrantyResult warranties={found.warranties} />}
        {found?.kind === 'ticket' && <TicketResult ticket={found.ticket} />}
        <p className="text-center text-sm text-balance text-muted">
          Không nhớ mã? Xem lại tin nhắn hoặc thư của cửa hàng, hoặc gọi{' '}
          <a
            href={telLink(shop.hotline)}
            className="font-semibold whitespace-nowrap text-accent hover:underline"
          >
            {shop.hotline}
          </a>
          .
        </p>
      </div>
    </>
  )
}

function Tabs({ current }: { current: LookupTab }) {
  const tabs = [
    ['don-hang', 'Đơn hàng'],
    ['bao-hanh', 'Bảo hành'],
    ['phieu', 'Phiếu sửa, đổi trả'],
  ] as const
  return (
    <LinkTabs
      label="Loại tra cứu"
      className="mt-4"
      tabs={tabs.map(([tab, name]) => ({
        href: lookupUrl(tab),
        name,
        is_current: tab === current,
      }))}
    />
  )
}

function OrderForm({ code }: { code: string }) {
  return (
    <LookupForm intent="order" button="Tra cứu đơn hàng">
      <CodeField label="Mã đơn hàng" hint="Ví dụ DH261120-7K3M9QXZ" code={code} />
      <PhoneField />
    </LookupForm>
  )
}

function WarrantyForms({ code }: { code: string }) {
  return (
    <>
      <LookupForm intent="device" button="Xem bảo hành của máy" title="Theo IMEI hoặc serial">
        <TextField
          name="imei"
          label="IMEI hoặc số serial"
          hint="Bấm *#06# trên điện thoại để xem IMEI"
          maxLength={40}
          autoComplete="off"
          className="sm:col-span-2"
        />
      </LookupForm>
      <LookupForm
        intent="warranties"
        button="Xem bảo hành của đơn hàng"
        title="Theo đơn hàng"
        has_line
      >
        <CodeField label="Mã đơn hàng" hint="Ví dụ DH261120-7K3M9QXZ" code={code} />
        <PhoneField />
      </LookupForm>
    </>
  )
}

function TicketForm({ code }: { code: string }) {
  return (
    <LookupForm intent="ticket" button="Tra cứu phiếu">
      <CodeField
        label="Mã phiếu"
        hint="Ví dụ SC000123 (sửa chữa) hoặc DT000123 (đổi trả)"
        code={code}
      />
      <PhoneField />
    </LookupForm>
  )
}

function CodeField({ label, hint, code }: { label: string; hint: string; code: string }) {
  return (
    <TextField
      name="code"
      label={label}
      hint={hint}
      defaultValue={code}
      maxLength={40}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
    />
  )
}
