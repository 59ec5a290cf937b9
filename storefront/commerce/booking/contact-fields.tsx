import { TextField } from '#web/ui/field.tsx'

interface Props {
  contact: { name: string; phone: string; email: string }
  /** What the shop sends to the phone. */
  phone_hint: string
}

/** Who comes to a shop: the name, a phone for the code, and an email address for whoever wants one. */
export function ContactFields({ contact, phone_hint }: Props) {
  return (
    <>
      <CustomerName defaultValue={contact.name} />
      <div className="grid gap-4 sm:grid-cols-2">
        <CustomerPhone hint={phone_hint} defaultValue={contact.phone} />
        <TextField
          name="customer_mail"
          label="Email"
          optional
          type="email"
          inputMode="email"
          maxLength={200}
          autoComplete="email"
          defaultValue={contact.email}
        />
      </div>
    </>
  )
}

export function CustomerName({ defaultValue }: { defaultValue?: string }) {
  return (
    <TextField
      name="customer_name"
      label="Họ và tên"
      required
      maxLength={60}
      autoComplete="name"
      defaultValue={defaultValue}
    />
  )
}

export function CustomerPhone(props: { hint?: string; defaultValue?: string }) {
  return (
    <TextField
      name="customer_phone"
      label="Số điện thoại"
      type="tel"
      inputMode="tel"
      required
      maxLength={30}
      autoComplete="tel"
      {...props}
    />
  )
}
