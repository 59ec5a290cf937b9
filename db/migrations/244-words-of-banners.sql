-- Words over the picture of a slide besides its label, and their colour, which is readable on the picture.
alter table banner
  add column eyebrow text not null default '',
  add column button text not null default '',
  add column ink text not null default '#14244a' check (ink ~ '^#[0-9a-f]{6}$');
