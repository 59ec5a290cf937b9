import type { CompanyInvoice } from '#contracts/storefront/quote.ts'
import { TextField } from '#web/ui/field.tsx'

/** The company that an invoice is made out to. */
export function InvoiceFields({ saved }: { saved: CompanyInvoice | null }) {
  return (
    <>
      <TextField
        name="company_name"
        label="Tên công ty"
        maxLength={200}
        autoComplete="organization"
        defaultValue={saved?.name ?? ''}
      />
      <TextField
        name="company_tax_code"
        label="Mã số thuế"
        maxLength={30}
        autoComplete="off"
        hint="10 số, 10 số kèm -NNN của chi nhánh, hoặc 12 số căn cước"
        defaultValue={saved?.tax_code ?? ''}
      />
      <TextField
        name="company_address"
        label="Địa chỉ công ty"
        maxLength={300}
        autoComplete="off"
        defaultValue={saved?.address ?? ''}
      />
      <TextField
        name="company_email"
        label="Nhận hóa đơn qua email"
        type="email"
        inputMode="email"
        maxLength={200}
        autoComplete="off"
        defaultValue={saved?.email ?? ''}
      />
    </>
  )
}
